import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLogger } from '../../src/service/operations/log.ts';
import { startRanker } from '../../src/worker/ranker.ts';
import { startWriter } from '../../src/worker/start-writer.ts';
import { createTestCompany, NOW, queryRows, type TestCompany } from '../service/test-company.ts';
import { useOwnPostgres } from '../store/postgres-server.ts';
import { startProxy } from '../store/tcp-proxy.ts';

/** The writer and the ranker of a service, ended with the test. @param file the address of the database */
function startThreads(t: TestContext, { companyId }: TestCompany, file: string) {
  const log = createLogger(
    'debug',
    () => {},
    () => NOW,
  );
  const writer = startWriter({ file, place: null, departmentLimit: 10, sandboxLimit: 10, log });
  const ranker = startRanker({ file, place: null, log });
  t.after(() => Promise.all([writer.close(), ranker.close()]));
  let awards = 0;
  const bytes = (body: object) => Buffer.from(JSON.stringify(body));
  return {
    /** Adds people in a roster, and asks for the ranking. */
    work: {
      sync: (id: string) => {
        const row = { external_id: id, email: `${id}@acme.example` };
        const body = bytes({ employees: [{ ...row, first_name: 'A', last_name: 'B' }] });
        return writer.sync({
          ...{ companyId, keyId: 'k', requestId: 'r', now: NOW },
          body: new Uint8Array(body).buffer,
          budget: { windowStartedAt: NOW, used: 1 },
        });
      },
      award: (id: string) =>
        writer.write({
          ...{ name: 'awardXp' as const, companyId, actor: 'key k', now: NOW, path: {} },
          body: bytes({
            awards: [{ employee: { external_id: id }, amount: 1, once: `${awards++}` }],
          }),
        }),
      probe: () => writer.probe(),
      rank: () => ranker.rank(companyId, 'all_time', NOW),
    },
  };
}

const totals = ({ db, companyId }: TestCompany) =>
  queryRows(
    db,
    companyId,
    `select external_id as "externalId", xp from employees where company_id = :companyId order by number`,
    { externalId: 'text', xp: 'integer' },
  ).map(({ externalId, xp }) => [externalId, xp]);

const UNAVAILABLE = { name: 'EngagedError', code: 'unavailable', retryAfter: 30 };

test('while the database is away every task is refused as unavailable, and the first one after its return is done', async (t) => {
  const server = await useOwnPostgres(t);
  if (!server) return;
  const company = createTestCompany(t, server.url);
  const { work } = startThreads(t, company, company.file);
  const { sync, award, probe, rank } = work;
  await sync('1');
  assert.equal((await rank()).data.size, 1);
  await server.kill();
  for (const task of [() => sync('2'), () => award('1'), probe, rank])
    await assert.rejects(task, UNAVAILABLE);
  await server.start();
  await Promise.all([sync('3'), rank()]);
  await Promise.all([award('3'), probe()]);
  assert.deepEqual(totals(company), [
    ['1', 0],
    ['3', 1],
  ]);
});

test('a change whose commit is lost is refused as one that may have been made, is not made twice, and is not half made', async (t) => {
  const server = await useOwnPostgres(t);
  if (!server) return;
  const company = createTestCompany(t, server.url);
  const proxy = await startProxy(t, server.port);
  const { work } = startThreads(
    t,
    company,
    company.file.replace(String(server.port), String(proxy.port)),
  );
  const { sync, award } = work;
  await sync('1');
  const unknown = { name: 'EngagedError', code: 'internal_error', message: /may or may not/ };
  const once = [
    ['1', 1],
    ['2', 0],
  ];
  proxy.setCommits('unanswered');
  await assert.rejects(award('1'), unknown);
  await assert.rejects(sync('2'), unknown);
  assert.deepEqual(totals(company), once);
  proxy.setCommits('lost');
  await assert.rejects(award('1'), unknown);
  await assert.rejects(sync('3'), unknown);
  assert.deepEqual(totals(company), once);
  proxy.setCommits('passed');
  await award('1');
  assert.deepEqual(totals(company), [
    ['1', 2],
    ['2', 0],
  ]);
});
