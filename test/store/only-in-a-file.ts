import { TEST_SERVER } from './postgres-server.ts';

/** Why tests that also run on PostgreSQL have no meaning there. */
const REASONS = {
  moved: 'a database cannot be moved or replaced under a service',
  damaged: 'a database has no file that a test can damage',
  backups: 'pg_dump makes the backups of a database',
  emptyCommits: 'PostgreSQL counts no commits that change nothing',
  snapshots:
    'one snapshot for a turn of the event loop is for the main thread, which does not wait for a server',
} as const;

/** Options of a test that needs a data file: with PostgreSQL it is skipped. */
export const onlyInAFile = (why: keyof typeof REASONS): { skip?: string } =>
  TEST_SERVER ? { skip: REASONS[why] } : {};
