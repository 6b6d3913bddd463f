import { isoTime } from '../../../domain/iso-time.ts';
import * as coinLedger from '../../../store/xp/coin-ledger.ts';
import * as explanation from '../../../store/xp/explanation.ts';
import type { Messages } from '../../languages/en.ts';
import { FILE_PART, type FileColumn, inParts, listFiles, partOf } from '../list-files.ts';
import { SEES_PEOPLE, seesPeople } from '../roles.ts';
import { sourceName } from './entry-table.ts';
import { noteLook } from './noted-look.ts';
import { requirePerson } from './require-person.ts';

type Entry = { amount: number; reason: string | null; source: string; recordedAt: number };

/** The columns of entries of XP and of coins. */
const entryColumns = (amount: (t: Messages) => string): FileColumn<Entry>[] => [
  { name: amount, value: (entry) => entry.amount },
  { name: (t) => t.people.reason, value: ({ reason }) => reason },
  { name: (t) => t.files.from, value: ({ source }, call) => sourceName(call, source) ?? null },
  {
    ...{ name: (t) => t.files.recorded(t.format), dates: 'time' },
    value: ({ recordedAt }, { t }) => t.format.isoTime(recordedAt),
  },
];

/** Everything by which a person has their XP, the newest first. */
export const personXpFiles = listFiles({
  path: '/people/:id/xp',
  roles: SEES_PEOPLE,
  mayOpen: seesPeople,
  columns: [
    {
      ...{ name: (t) => t.files.countsFor, dates: 'time' },
      value: ({ countsAt }: Entry & { countsAt: number }) => isoTime(countsAt),
    },
    ...entryColumns((t) => t.people.xp),
  ],
  open: async (call) => {
    const person = requirePerson(call);
    await noteLook(call, 'history', person);
    const { id, number: employeeNumber } = person;
    const { t, services, company } = call;
    const of = { companyId: company.companyId, employeeNumber, count: FILE_PART };
    const first = { countsAt: Number.MAX_SAFE_INTEGER, entry: Number.MAX_SAFE_INTEGER };
    return {
      file: `${t.files.names.xp}-${id}`,
      sheet: t.people.xp,
      parts: inParts(first, ({ countsAt, entry }) =>
        partOf(services.db.all(explanation.listBefore, { ...of, countsAt, entry }), (last) => last),
      ),
    };
  },
});

/** Everything by which a person has their coins, the newest first. */
export const personCoinsFiles = listFiles({
  path: '/people/:id/coins',
  roles: SEES_PEOPLE,
  mayOpen: seesPeople,
  columns: entryColumns((t) => t.people.coins),
  open: async (call) => {
    const person = requirePerson(call);
    await noteLook(call, 'history', person);
    const { id, number: employeeNumber } = person;
    const { t, services, company } = call;
    const of = { companyId: company.companyId, employeeNumber, count: FILE_PART };
    return {
      file: `${t.files.names.coins}-${id}`,
      sheet: t.people.coins,
      parts: inParts(Number.MAX_SAFE_INTEGER, (before) =>
        partOf(services.db.all(coinLedger.listNewest, { ...of, before }), ({ entry }) => entry),
      ),
    };
  },
});
