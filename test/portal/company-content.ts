import { SCIM_SCOPE } from '../../src/domain/api-key.ts';
import { parsePrize } from '../../src/domain/contest.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { formatMonth, monthOf, monthStart } from '../../src/domain/period.ts';
import { PAGES } from '../../src/portal/routes.ts';
import { setBadgeRule } from '../../src/service/badges/badge-rules.ts';
import { awardBadge, defineBadge } from '../../src/service/badges/badges.ts';
import { type CompanyWrite, writeCompany } from '../../src/service/company/company-write.ts';
import { cancelContest, createContest } from '../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../src/service/contests/close-contest.ts';
import { requireContest } from '../../src/service/contests/contests.ts';
import { archiveDepartment, createDepartment } from '../../src/service/departments/departments.ts';
import { takeGiftStep } from '../../src/service/gifts/give.ts';
import { planList } from '../../src/service/gifts/plan-gift.ts';
import { takeUndoStep } from '../../src/service/gifts/undo-gift.ts';
import { closeMonth, rankMonth } from '../../src/service/months/close-month.ts';
import { reopenMonth } from '../../src/service/months/closed-months.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { deactivateEmployee } from '../../src/service/people/employees.ts';
import { redeemShopItem } from '../../src/service/shop/redemptions.ts';
import { addShopItem, listShopItems } from '../../src/service/shop/shop.ts';
import { parseAllowedTargets } from '../../src/service/webhooks/target.ts';
import { createWebhook } from '../../src/service/webhooks/webhooks.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import type { Database } from '../../src/store/database.ts';
import * as keptPeople from '../../src/store/roster/kept-people.ts';
import * as scimUsers from '../../src/store/scim/scim-users.ts';
import * as webhooks from '../../src/store/webhooks/webhooks.ts';
import { syncRun } from '../service/roster/sync.ts';
import { askDirectory } from '../service/scim/ask-directory.ts';
import { createTestKey } from '../service/test-company.ts';
import { fillThanks } from './thanks-content.ts';

/** Pages for everybody, and what errors look like. */
export const OPEN_PATHS = ['/portal/sign-in', '/portal/link/unknown', '/portal/nothing'];

/** What there is of each kind of thing that a path names: ids by the pattern of the path. */
export type Content = Readonly<Record<string, readonly string[]>>;

const NAMES = [
  'Ranjit Varkey Chudukatil',
  'María de los Ángeles|Fernández-Villaverde y Gutiérrez de la Concha',
  '佐藤 美咲',
  'محمد عبد الرحمن الشريف',
  '김민준',
  'Ольга Преображенская',
  'Wolfgang Freiherr von Schreckenstein-Habsburg',
  'José Saraiva',
  `D'Hers <b>"&amp;`,
  'Kok-Ho Loh',
  'Donaudampfschifffahrtselektrizitätenhauptbetrieb',
  'Gail Erickson',
];

const DEPARTMENTS = ['Sales', 'Production', 'Research and Development', 'Human Resources'];

const personRow = (at: number) => {
  const name = NAMES[at] ?? `Person ${at}`;
  const [first = '', ...rest] = name.split(name.includes('|') ? '|' : ' ');
  return {
    external_id: String(700_410_000 + at),
    email:
      at === 1
        ? `${'very-long-'.repeat(5)}address@adventure-works.example`
        : `person${at}@adventure-works.example`,
    first_name: first,
    last_name: rest.join(' ') || first,
    // A name may be one word of any length.
    department_name: at === 10 ? 'Department'.repeat(12) : DEPARTMENTS[at % DEPARTMENTS.length],
    job_title: at % 3 === 0 ? 'Sales Representative, Iberia and Latin America' : 'Engineer',
  };
};

type Filled = { db: Database; companyId: number };

/** Fills a company with what pages show: long names, other scripts, and all that can wait for a decision. */
export const fillCompany = (company: Filled, options: { now: number; people?: number }): Content =>
  // One wait for the disk instead of sixty.
  company.db.write(() => fill(company, options));

function fill(
  { db, companyId }: Filled,
  { now, people = 60 }: { now: number; people?: number },
): Content {
  const at = <T>(time: number, change: Parameters<typeof writeCompany<T>>[2]) =>
    writeCompany(db, { companyId, now: time, actor: 'command line (ada)' }, change);
  const rows = Array.from({ length: people }, (_, index) => personRow(index));
  const target = { db, companyId };
  const synced = (time: number) => ({
    now: time,
    clock: () => time + 900,
    actor: 'command line (ada)',
  });
  const created = syncRun(target, rows, synced(now - 40 * DAY_MS));
  const moved = rows.map((row, index) =>
    index < 3 ? { ...row, department_name: 'Quality', job_title: 'Lead' } : row,
  );
  syncRun(
    target,
    [...moved, { ...personRow(people), email: 'no address' }],
    synced(now - 20 * DAY_MS),
  );
  const blocked = syncRun(target, moved.slice(0, 12), {
    ...synced(now - 12 * HOUR_MS),
    deactivateMissing: true,
  });
  at(now - 3 * DAY_MS, (write) => {
    const badge = { category: 'social', rarity: 'legendary' };
    defineBadge(write, { ...badge, code: 'hands', name: 'Hundred handshakes' });
    defineBadge(write, { ...badge, rarity: 'epic', code: 'trail', name: 'Trailblazer' });
    defineBadge(write, { ...badge, rarity: 'rare', code: 'safety', name: 'Safety first' });
    defineBadge(write, { ...badge, rarity: 'uncommon', code: 'early', name: 'Early bird' });
    defineBadge(write, { ...badge, rarity: 'common', code: 'ride', name: 'First ride' });
    setBadgeRule(write, 'trail', 20_000);
    awardBadge(write, String(700_410_000), 'hands');
    awardBadge(write, String(700_410_000), 'ride');
    for (const [name, price, stock] of [
      ['AWC logo cap', 250, 12],
      ['Half a day off', 800, null],
      ['Lunch with the VP of Engineering', 600, 0],
    ] as const) {
      addShopItem(write, {
        ...{ name, coin_price: price, stock_remaining: stock, category: 'merch' },
        ...{ description: 'What it is', image_url: 'https://adventure-works.example/x.png' },
      });
    }
  });
  for (let index = 0; index < Math.min(people, 40); index++) {
    at(now - (index % 9) * HOUR_MS, (write) => {
      const reference = String(700_410_000 + index);
      for (let month = 0; month < 12; month++) {
        awardXp(write, reference, {
          amount: 120 + ((index * 37 + month * 211) % 900),
          reason: ['Demo day', 'Closed the quarter: Bike World', 'Customer visit'][month % 3],
          at: write.now - month * 30 * DAY_MS,
        });
      }
      if (index === 0) {
        awardXp(write, reference, { amount: -200, reason: 'Counted twice' });
        grantCoins(write, reference, { amount: 2_000, reason: 'Welcome' });
        redeemShopItem(write, reference, 'Half a day off');
        redeemShopItem(write, reference, 'AWC logo cap');
      }
    });
  }
  at(now - 2 * HOUR_MS, (write) =>
    deactivateEmployee(write, String(700_410_007), 'Left the company'),
  );
  at(now - 2 * DAY_MS, (write) => {
    const url = 'https://hooks.adventure-works.example/x';
    createWebhook(write, { url, types: null, allowed: parseAllowedTargets([]), madeBy: 'portal' });
  });
  const [webhook] = db.all(webhooks.list, { companyId });
  const failed = { failingSince: now - 5 * DAY_MS, failures: 9, disabledAt: now - DAY_MS };
  const entry = webhook?.entry ?? 0;
  db.run(webhooks.setState, { companyId, entry, ...failed, disabledBy: 'failures' });
  const kept = [
    { number: 2, reason: 'renumbered' },
    { number: 4, reason: 'role' },
  ];
  db.run(keptPeople.save, { companyId, people: kept, now: now - 12 * HOUR_MS });
  const { id: keyId } = createTestKey(db, companyId, {
    now: now - DAY_MS,
    name: 'intranet',
    expiresAt: now + 9 * DAY_MS,
  });
  const lastMonth = monthOf(now) - 1;
  const close = (write: CompanyWrite) => closeMonth(write, rankMonth(db, companyId, lastMonth));
  at(now - 17 * DAY_MS, close);
  at(now - DAY_MS, (write) => reopenMonth(write, lastMonth));
  at(now - HOUR_MS, (write) => {
    close(write);
    const late = { amount: 50, reason: 'Late', at: monthStart(lastMonth + 1) - DAY_MS };
    awardXp(write, String(700_410_004), late);
  });
  const month = formatMonth(lastMonth);
  const { archived, parent } = at(now - DAY_MS, (write) => {
    const name = 'Zentrale Abteilung für Rindfleischetikettierungsüberwachung <i>&';
    const parent = createDepartment(write, { name, external_id: 'D-1' });
    const child = createDepartment(write, { name: 'Below', parent: parent.id });
    createDepartment(write, { name: 'Deeper', parent: child.id });
    createDepartment(write, { name: 'Night shift' });
    return { archived: archiveDepartment(write, 'Night shift'), parent };
  });
  connectDirectory(db, companyId, now);
  const items = listShopItems(db, companyId, now);
  const contestIds = at(now - 30 * DAY_MS, (write) => {
    const day = (time: number) => new Date(time).toISOString().slice(0, 10);
    const create = (name: string, last: number, departments: string[] = [], counts = 'xp') =>
      createContest(write, {
        ...{ name, first_day: day(now - 30 * DAY_MS), last_day: day(last), departments, counts },
        prizes: ['1=badge:ride', '1-3=coins:100', '2=badge:hands'].map(parsePrize),
      }).id;
    return [
      create('Ride to work: <i>Autumn</i> championship of everybody who has a bicycle', now),
      create('Sales sprint', now - 2 * DAY_MS, ['Sales', 'Production']),
      create('October', now - 12 * DAY_MS),
      create('Called off', now),
      create('Safety autumn: everybody counts', now, [], 'participation'),
    ];
  });
  const october = requireContest(db, companyId, 'October').entry;
  at(now, (write) => closeContest(write, rankContest(db, companyId, october)));
  at(now, (write) => cancelContest(write, 'Called off'));
  const giftIds = [false, true].map((isUndone) => {
    const context = { db, companyId, now: now - HOUR_MS, actor: 'command line (ada)' };
    const values = { xp: 40, coins: 5, badge: 'safety', reason: null, at: null };
    const rows = [700_410_030, 700_410_031, 700_410_007, 1].map((employee, index) => ({
      ...{ employee: String(employee), line: index + 2, reason: `Safety <i>week ${isUndone}` },
    }));
    const plan = planList({ ...context, values, again: false }, 'safety <b>.csv', rows);
    const { gift } = at(now - HOUR_MS, (write) => takeGiftStep(write, plan, null));
    if (isUndone) at(now, (write) => takeUndoStep(write, gift ?? ''));
    return gift ?? '';
  });
  const thanksIds = fillThanks((change, time = now) => at(time, change), now);
  const personIds = [0, 1, 7].map(
    (index) => requireEmployee(db, companyId, String(700_410_000 + index)).id,
  );
  return {
    '/syncs/:id': [created.runId ?? '', blocked.runId ?? ''],
    '/months/:id': [month, `${month}?version=1`],
    '/months/:id/compare': [month],
    '/departments/:id': [parent.id, archived.id],
    '/webhooks/:id': [webhook?.id ?? ''],
    '/keys/:id': [keyId],
    '/badges/:code': ['hands', 'trail', 'safety'],
    '/shop/:id': items.map(({ id }) => id),
    '/me/redeem/:id': items.map(({ id }) => id),
    '/contests/:id': contestIds,
    '/given/:id': giftIds,
    '/thanks/:id': thanksIds,
    '/recognition/reports/:id': thanksIds.slice(-1),
    '/recognition/values/:code': ['customer'],
    '/people/:id': personIds,
    '/people/:id/edit': personIds,
  };
}

/** The paths of all pages, and of two in the sandbox; every pattern has content. */
export const pathsOf = (content: Content): string[] => [
  ...PAGES.filter(({ type }) => type === undefined).flatMap(({ path }) =>
    path.includes(':')
      ? (content[path] ?? []).map((id) => `/portal${path.replace(/:\w+/, id)}`)
      : `/portal${path}`,
  ),
  '/portal/given/new?q=&role=&department=&holders=&xp=40&coins=&badge=hands&date=2026-01-02&reason=x',
  ...['/portal/sandbox', '/portal/sandbox/people', '/portal/nothing'],
];

/** A directory that waits for an approval and was refused somebody. */
function connectDirectory(db: Database, companyId: number, now: number): void {
  createTestKey(db, companyId, { now: now - DAY_MS, name: 'Entra ID', scopes: [SCIM_SCOPE] });
  const place = { companyId, now: now - 2 * HOUR_MS };
  const number = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  for (const index of [8, 9])
    askDirectory(db, place, {
      body: {
        userName: `user${index}@adventure-works.example`,
        emails: [{ value: `user${index}@adventure-works.example` }],
        [number]: { employeeNumber: String(700_410_000 + index) },
      },
    });
  askDirectory(db, place, {
    body: {
      userName: 'USER9@adventure-works.example',
      emails: [{ value: 'x@adventure-works.example' }],
    },
  });
  const [held] = db.all(scimUsers.listPage, { companyId, after: 0, count: 1 });
  db.write(() =>
    db.run(scimUsers.hold, { companyId, number: held?.number ?? 0, at: now - HOUR_MS }),
  );
}
