import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { TEST_SERVER, usePostgres } from './store/postgres-server.ts';

/** What works on either store; tests of PostgreSQL itself run anyway. */
const SUITES = [
  'test/service/**/*.test.ts',
  'test/worker/{contest-closer,ranker,write-requests,writer}.test.ts',
  'test/webhooks/deliverer.test.ts',
  'test/http/{employees,events,fresh-reads,leaderboard,redemptions,stats,sync,xp-awards}.test.ts',
  'test/portal/{redemptions,roles}.test.ts',
  'test/security/raw-http.test.ts',
];

test('the tests of services, threads, requests and pages pass on PostgreSQL too', {
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
  t.after(() => run.kill());
  const [[code], output] = await Promise.all([once(run, 'exit'), text(run.stdout)]);
  assert.equal(code, 0, output.slice(output.indexOf('failing tests')));
  assert.match(output, /pass \d{3}/);
});
