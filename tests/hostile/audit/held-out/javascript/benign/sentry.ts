import * as Sentry from "@sentry/node";
Sentry.init({ dsn: process.env.SENTRY_DSN });
export default (event: { type: string; error?: Error }) => {
  if (event.error) Sentry.captureException(event.error);
};
