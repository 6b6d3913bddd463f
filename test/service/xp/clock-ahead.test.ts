import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isoTime } from '../../../src/domain/iso-time.ts';
import { awardBadgeToMany } from '../../../src/service/badges/award-badge-to-many.ts';
import { awardBadge, defineBadge } from '../../../src/service/badges/badges.ts';
import { type CompanyWrite, LazyCompanyWrite } from '../../../src/service/company/company-write.ts';
import { importXp } from '../../../src/service/xp/import-xp.ts';
import { awardXp } from '../../../src/service/xp/ledger.ts';
import { applyAwards } from '../../../src/service/xp/xp-awards.ts';
import { addPerson } from '../../http/requests.ts';
import { createTestCompany, NOW, queryRows, type TestCompany } from '../test-company.ts';

const LIMIT = 300_000;
const TOO_LATE = 'at must not be in the future';

const inFile = (at: number) => [{ employee: 'X-ann', amount: '5', at: isoTime(at) }];

const firstError = ({ errors }: { errors: readonly { message: string }[] }) => {
  if (errors[0]) throw new Error(errors[0].message);
};

function applyOne(write: CompanyWrite, at: number): void {
  const { db, companyId } = write;
  const rows = [
    { ...{ employee: { external_id: 'X-ann' }, amount: 5 }, once: 'k', at: isoTime(at) },
  ];
  const pending = new LazyCompanyWrite(db, { companyId, actor: 'key', now: NOW });
  for (const outcome of applyAwards(pending, [{ rows, actor: 'key', now: NOW }])) {
    firstError(outcome);
  }
}

/** Every way to give something a time, and where it is kept. */
const ENTRANCES: [string, 'xp' | 'badge', (write: CompanyWrite, at: number) => void][] = [
  ['a command that awards XP', 'xp', (write, at) => awardXp(write, 'X-ann', { amount: 5, at })],
  ['a request that awards XP', 'xp', applyOne],
  [
    'a file of XP',
    'xp',
    (write, at) => firstError(importXp(write, { rows: inFile(at), batch: null, fileHash: '' })),
  ],
  ['a command that awards a badge', 'badge', (write, at) => awardBadge(write, 'X-ann', 'gold', at)],
  [
    'a file of badges',
    'badge',
    (write, at) => firstError(awardBadgeToMany(write, 'gold', inFile(at))),
  ],
];

function createHolder(t: TestContext): TestCompany {
  const company = createTestCompany(t);
  company.write((write) => {
    addPerson(write, 'ann');
    defineBadge(write, { code: 'gold', name: 'Gold', category: 'skill', rarity: 'rare' });
  });
  return company;
}

const KEPT = {
  xp: 'select counts_at as at from xp_ledger where company_id = :companyId',
  badge: 'select awarded_at as at from badge_awards where company_id = :companyId',
};

for (const [entrance, kind, give] of ENTRANCES) {
  test(`in ${entrance}, a time up to five minutes ahead is now, and a later one is refused`, (t) => {
    const { db, companyId, write } = createHolder(t);
    const kept = () => queryRows(db, companyId, KEPT[kind], { at: 'integer' }).map(({ at }) => at);
    assert.throws(() => write((one) => give(one, NOW + LIMIT + 1)), { message: TOO_LATE });
    assert.deepEqual(kept(), []);
    write((one) => give(one, NOW + LIMIT));
    assert.deepEqual(kept(), [NOW]);
  });

  test(`in ${entrance}, a time a millisecond ago is kept as it is`, (t) => {
    const { db, companyId, write } = createHolder(t);
    write((one) => give(one, NOW - 1));
    assert.deepEqual(queryRows(db, companyId, KEPT[kind], { at: 'integer' }), [{ at: NOW - 1 }]);
  });
}

test('a file whose time was ahead when it was imported awards nothing when it is imported again', (t) => {
  const { write } = createHolder(t);
  const load = (now: number) => {
    const input = { rows: inFile(NOW + 1_000), batch: null, fileHash: '' };
    const { awarded, already_there } = write((one) => importXp(one, input), now);
    return [awarded, already_there];
  };
  assert.deepEqual(
    [load(NOW), load(NOW + 500), load(NOW + LIMIT)],
    [
      [1, 0],
      [0, 1],
      [0, 1],
    ],
  );
});
