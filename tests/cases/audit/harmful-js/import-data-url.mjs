// expect: decoded-code
export default async () => {
  await import("data:text/javascript;base64,Y29uc29sZS5sb2coMSk=");
};
