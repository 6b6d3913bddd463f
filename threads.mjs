// The threads of the program. A bundle, and the tests, replace the module that starts a thread from the sources by one that
// starts its bundle.

/** @type {readonly { bundle: string, main: string, starter: string, start: string }[]} */
export const THREADS = [
  {
    bundle: 'worker',
    main: 'src/worker/thread-main.ts',
    starter: 'src/worker/start-thread.ts',
    start: 'startThread',
  },
  {
    bundle: 'roster',
    main: 'src/worker/roster/thread-main.ts',
    starter: 'src/worker/roster/start-thread.ts',
    start: 'startRosterThread',
  },
  {
    // Read only where there are webhooks.
    bundle: 'deliverer',
    main: 'src/portal/chat/thread-main.ts',
    starter: 'src/portal/chat/start-thread.ts',
    start: 'startDelivererThread',
  },
  {
    // Read only where Slack is connected.
    bundle: 'slack',
    main: 'src/portal/slack/thread-main.ts',
    starter: 'src/portal/slack/start-thread.ts',
    start: 'startSlackThread',
  },
  {
    bundle: 'portal',
    main: 'src/portal/thread/thread-main.ts',
    starter: 'src/portal/thread/start-thread.ts',
    start: 'startPortalThread',
  },
  {
    // Read only where mail is sent.
    bundle: 'mail',
    main: 'src/portal/mail/thread-main.ts',
    starter: 'src/portal/mail/start-thread.ts',
    start: 'startMailThread',
  },
  {
    // Read only where the data is in PostgreSQL.
    bundle: 'postgres',
    main: 'src/store/postgres/connection-thread.ts',
    starter: 'src/store/postgres/start-connection.ts',
    start: 'startConnection',
  },
];
