export default async()=>{}
