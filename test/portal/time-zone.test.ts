import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { createWall } from '../../src/service/boards/walls.ts';
import { updateCompany } from '../../src/service/company/companies.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { type Browser, startPortal, textOf } from './portal-service.ts';

/** The last hour of October in UTC, in which it is November in Berlin. */
const TURN = Date.UTC(2026, 9, 31, 23, 30);

const csvOf = async (browser: Browser, path: string): Promise<string[][]> =>
  parse((await browser.get(path)).text, { bom: true, record_delimiter: '\r\n' });

test('pages, walls and files show moments in the time zone of the company, and months and days that count in UTC', async (t) => {
  const service = await startPortal(t);
  const { write, clock } = service;
  clock.now = TURN;
  const { person, wall } = write((one) => {
    updateCompany(one, { time_zone: 'Europe/Berlin' });
    const { employee_id: id } = addEmployee(one, { email: 'ada@acme.example', given_name: 'Ada' });
    awardXp(one, id, { amount: 100, at: TURN });
    return { person: id, wall: createWall(one, { period: 'this_month', rows: 5 }) };
  }, TURN);
  const owner = service.signedIn('owner');
  const read = async (path: string) => textOf(await owner.get(path));
  const home = await read('/portal');
  assert.match(home, /Sunday, 1 November 2026/);
  assert.match(home, /Clock 00:30 CET/);
  const board = await read('/portal/leaderboards');
  assert.match(board, /October running 1 active person\. XP from 1 Oct 2026, 00:00 UTC on\./);
  assert.match(board, /Months begin and end in UTC, where it is October now\./);
  const history = await read(`/portal/people/${person}`);
  assert.match(history, /31 Oct 2026.*today, 00:30/s);
  assert.match(history, /Joined 1 Nov 2026/);
  assert.match(textOf(await service.browser().get(`/wall/${wall.token}`)), /00:30 CET/);
  const [heads, row] = await csvOf(owner, `/portal/people/${person}/xp.csv`);
  assert.deepEqual(
    [heads?.[0], row?.[0], heads?.at(-1), row?.at(-1)],
    [
      ...['Counts for (UTC)', '2026-10-31T23:30:00.000Z'],
      ...['Recorded (Europe/Berlin)', '2026-11-01T00:30:00.000+01:00'],
    ],
  );
  clock.now = TURN + HOUR_MS;
  assert.doesNotMatch(await read('/portal/leaderboards'), /where it is/);
});
