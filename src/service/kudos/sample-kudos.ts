import { newId } from '../../domain/id.ts';
import { monthOf } from '../../domain/period.ts';
import type { SampleCompany } from '../../domain/sample-company.ts';
import * as store from '../../store/kudos/kudos-posts.ts';
import * as values from '../../store/kudos/kudos-values.ts';
import * as awardActors from '../../store/xp/awards.ts';
import { type CompanyWrite, nextEntry } from '../company/company-write.ts';
import { addEntries } from '../xp/ledger-entries.ts';
import { countKudos } from './kudos-totals.ts';

/** Fills an empty sandbox with the values and thanks of the sample. Its people have the numbers of their places, from 1 on. */
export function addSampleKudos(write: CompanyWrite, sample: SampleCompany): void {
  const { db, companyId, actor } = write;
  for (const value of sample.values) {
    db.run(values.save, { companyId, ...value, entry: nextEntry(write), isActive: 1 });
  }
  db.run(awardActors.noteActors, { companyId, actors: [actor] });
  for (const { from, to, points, value, message, at } of sample.kudos) {
    const entry = nextEntry(write);
    const giverNumber = from + 1;
    const numbers = to.map((index) => index + 1);
    const visibility = 'company';
    db.run(store.create, {
      ...{ companyId, entry, id: newId(at), giverNumber, points, receivers: numbers.length },
      ...{
        valueCode: value,
        message,
        visibility,
        giverXp: 0,
        idempotencyKey: null,
        actor,
        now: at,
      },
    });
    const post = { companyId, post: entry };
    db.run(store.addReceivers, {
      ...post,
      giverNumber,
      numbers,
      coins: points,
      xp: 0,
      rewarded: [],
    });
    db.run(store.addDepartments, { ...post, visibility, numbers: [giverNumber, ...numbers] });
    countKudos(write, { month: monthOf(at), giverNumber, numbers, points, valueCode: value });
    if (points === 0) continue;
    const reason = sample.values.find(({ code }) => code === value)?.name ?? null;
    addEntries(write, {
      coins: numbers.map((employeeNumber) => ({
        ...{ employeeNumber, entry: nextEntry(write), amount: points, reason, recordedAt: at },
        ...{ source: 'kudos', actor, idempotencyKey: null, total: null },
      })),
    });
  }
}
