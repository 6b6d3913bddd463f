import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { endHoldsThatAreOver, HOLD_MS } from '../../src/service/roster/steps/roster-hold.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import type { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { boardDifferences } from '../bench/board-check.ts';
import { people, runs } from '../service/roster/sync.ts';
import { createTestCompany, createTestKey, queryRows } from '../service/test-company.ts';
import { until } from '../until.ts';
import { sendRequest } from './http-client.ts';
import { signInOwner, uploadRoster } from './portal-upload.ts';
import { serveFor } from './program.ts';
import { iterations, randomFrom, reportResult } from './run-scale.ts';

const PEOPLE = iterations(12_000, 25_000);

/** Of them stand on record before, with XP. */
const BEFORE = 50;

const roster = `external_id,email,first_name,last_name,department_name\n${Array.from(
  { length: PEOPLE },
  (_, n) => `E${n},p${n}@acme.example,Ann,Lee,D${n % 7}\n`,
).join('')}`;

/** Lets the program be told to end its writer thread. */
const env = { NODE_OPTIONS: `--import ${new URL('end-writer.mjs', import.meta.url).href}` };

const COUNT = 'select count(*) as count from employees where company_id = :companyId';

const HOW = ['SIGKILL', 'SIGTERM', 'the writer ends'] as const;

test('a roster of the portal whose service is killed, stopped or loses its writer while it is applied is on record with what it did and is finished by the same file, and nothing acknowledged is lost', async (t) => {
  const random = randomFrom(9);
  const tries = iterations(3, 30);
  for (let round = 0; round < tries; round++) {
    const how = HOW[round % HOW.length] ?? 'SIGKILL';
    const company = createTestCompany(t, undefined);
    const { file, db, companyId } = company;
    const order = { now: Date.now(), actor: 'test' };
    const cookie = company.write((write) => {
      for (let n = 0; n < BEFORE; n++) {
        addEmployee(write, { email: `p${n}@acme.example`, external_id: `E${n}` });
        awardXp(write, `E${n}`, { amount: 1 + ((n * 7) % 40) });
      }
      return signInOwner(write);
    }, order.now);
    const other = createCompany(db, { ...order, name: 'Other', ssoDomains: [] }).company;
    const otherCompany = { companyId: other.companyId, ...order };
    writeCompany(db, otherCompany, (write) => addEmployee(write, { email: 'bo@other.example' }));
    const [key, otherKey] = [companyId, other.companyId].map(
      (one) => createTestKey(db, one, { now: order.now }).key,
    ) as [string, string];

    const serving = await serveFor(t, dirname(file), [], { env });
    const apply = await uploadRoster(serving.port, cookie, roster);
    const applying = apply().catch(() => undefined);
    let acknowledged = 0;
    let isOver = false;
    const award = async () => {
      const employee = { email: 'bo@other.example' };
      while (!isOver) {
        const awards = [{ employee, amount: 1, once: String(acknowledged) }];
        const sent = { key: otherKey, body: JSON.stringify({ awards }) };
        const answer = sendRequest(serving.port, 'POST', '/v1/xp/awards', sent);
        const { status } = await answer.catch(() => ({ status: 0 }));
        if (status === 200) acknowledged++;
        else await setImmediate();
      }
    };
    const awarding = award();
    const created = () => {
      const [{ count } = { count: 0 }] = queryRows(db, companyId, COUNT, { count: 'integer' });
      return count - BEFORE;
    };
    const deadly = 1 + Math.floor(random() * (PEOPLE - BEFORE - 5_000));
    await until(() => created() >= deadly);
    serving.child.kill(how === 'the writer ends' ? 'SIGUSR2' : how);
    if (how === 'the writer ends') {
      assert.equal((await applying)?.status, 503);
      // The service goes on, and frees the company by itself.
      await until(() => runs(company).length === 1);
    }
    isOver = true;
    if (how !== 'the writer ends') assert.equal(await serving.ended, how === 'SIGTERM' ? 0 : how);
    const answer = await applying;
    await awarding;
    if (how === 'the writer ends') await serving.stop();

    const applied = created();
    if (how === 'SIGKILL') endHoldsThatAreOver(db, () => Date.now() + HOLD_MS);
    assert.equal(findIntegrityFault(db as SqliteDatabase), undefined);
    const [run, ...others] = runs(company).map(({ outcome, result }) => ({
      outcome,
      ...JSON.parse(result),
    }));
    assert.deepEqual(others, []);
    // A service that is stopped ends what it has begun, if that does not take too long.
    if (how === 'SIGTERM' && answer?.status === 303) {
      assert.deepEqual([run?.outcome, applied], ['applied', PEOPLE - BEFORE]);
    } else {
      assert.ok(applied >= deadly && applied < PEOPLE - BEFORE, `${how}: ${applied}`);
      const { rows, failure, changed } = run ?? {};
      assert.deepEqual([rows, failure, changed?.created], [PEOPLE, 'interrupted', applied]);
    }

    const again = await serveFor(t, dirname(file));
    const boards = async () => {
      for (const [of, keys] of [
        [companyId, [key]],
        [other.companyId, [otherKey]],
      ] as const) {
        const about = { companyId: of, id: '', people: 0, keys: [...keys] };
        assert.equal(await boardDifferences(again.port, file, about), undefined);
      }
    };
    await boards();
    assert.equal((await (await uploadRoster(again.port, cookie, roster))()).status, 303);
    await boards();
    assert.equal(people(company).filter((one) => one.deactivated_at === null).length, PEOPLE);
    const sum =
      'select coalesce(sum(amount), 0) as xp from xp_ledger where company_id = :companyId';
    const [{ xp } = { xp: 0 }] = queryRows(db, other.companyId, sum, { xp: 'integer' });
    // What was sent last may have been written without an answer.
    assert.ok(acknowledged > 0 && (xp === acknowledged || xp === acknowledged + 1), how);
    assert.equal(await again.stop(), 0);
  }
  reportResult({
    what: 'service killed, stopped or without its writer while a roster of the portal is applied',
    tried: tries,
    lost: 0,
    figures: '',
  });
});
