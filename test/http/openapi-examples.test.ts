import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { EngagedClient } from '../../src/client/client.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import { Description } from './description.ts';
import { startTestService } from './harness.ts';
import { get, type Page } from './requests.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** An example with its variables set, as a user would run it. */
type Example = (client: EngagedClient, employeeId: string, console: object) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => Example;

test('every example runs as shown, in a shell and through the client', async (t) => {
  const service = await startTestService(t);
  const { url, testKey: key } = service;
  const path = '/v1/employees?external_id=E-1002';
  const { data } = await get<Page<{ employee_id: string }>>(service, path, key);
  const employeeId = data[0]?.employee_id ?? '';
  service.writeSandbox((write) => {
    grantCoins(write, employeeId, { amount: 100_000 });
    awardXp(write, employeeId, { amount: 1_000 });
  });
  const items = await get<Page<{ id: string }>>(service, '/v1/shop/items', key);
  const contest = service.writeSandbox((write) => {
    const days = { first_day: '2026-11-01', last_day: '2026-11-30' };
    // The newest is one of departments, so that each example has rows.
    const rules = { ...days, departments: [], counts: 'participation', prizes: [] };
    return createContest(write, { name: 'Sprint', ...rules });
  });
  const ids = { EMPLOYEE_ID: employeeId, ITEM_ID: items.data[0]?.id, CONTEST_ID: contest.id };
  const client = new EngagedClient({ baseUrl: url, key, retries: 0 });
  for (const { operation } of new Description().operations) {
    for (const { lang, source } of operation['x-codeSamples']) {
      const about = `${operation.operationId}: ${source}`;
      if (lang === 'TypeScript') {
        const printed: unknown[] = [];
        const log = (...words: unknown[]) => printed.push(words);
        await new AsyncFunction('client', 'employeeId', 'console', source)(client, employeeId, {
          log,
        });
        assert.ok(printed.length > 0 || operation.operationId === 'syncRoster', about);
      } else if (hasCurl) {
        const env = { ...process.env, ENGAGED_URL: url, ENGAGED_KEY: key, ...ids };
        const { stdout } = await promisify(execFile)('sh', ['-c', source], { env });
        const response: unknown = JSON.parse(operation.responses[204] ? '{}' : stdout);
        assert.ok(response instanceof Object && !('error' in response), `${about}\n${stdout}`);
      }
    }
  }
});
