import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { TEST_SERVER, usePostgres } from './store/postgres-server.ts';

/** What works on either store. */
const SUITES = ['test/service/**/*.test.ts', 'test/worker/*.test.ts', 'test/webhooks/*.test.ts'];

test('the tests of services and threads pass on PostgreSQL too', {
  skip: TEST_SERVER && 'all tests run on PostgreSQL',
}, async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  // A test process tells its children that they are part of its run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = spawn(
    process.execPath,
    [...['--import', 'tsx', '--test', '--test-concurrency=2', '--test-reporter=spec'], ...SUITES],
    {
      env: { ...env, ENGAGED_TEST_POSTGRES: server },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [[code], output] = await Promise.all([once(run, 'exit'), text(run.stdout)]);
  assert.equal(code, 0, output.slice(output.indexOf('failing tests')));
  assert.match(output, /pass \d{3}/);
});
