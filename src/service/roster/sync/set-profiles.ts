import * as store from '../../../store/roster/roster.ts';
import { chunksOf } from '../../chunks.ts';
import type { CompanyWrite } from '../../company/company-write.ts';

/** The new profile of a person; what is left out stays. */
export type NewProfile = {
  number: number;
  givenName?: string | null;
  address?: { email: string; emailKey: string };
};

/** Writes names and emails. All emails are made free before the first one is given, so that people can swap theirs. */
export function setProfiles(
  { db, companyId, revision }: CompanyWrite,
  profiles: readonly NewProfile[],
): void {
  const named = profiles.flatMap(({ number, givenName }) =>
    givenName === undefined ? [] : { number, givenName },
  );
  for (const employees of chunksOf(named)) {
    db.run(store.setGivenNames, { companyId, employees, revision });
  }
  const moved = profiles.flatMap(({ number, address }) => (address ? { number, ...address } : []));
  for (const chunk of chunksOf(moved)) {
    db.run(store.releaseEmails, { companyId, numbers: chunk.map(({ number }) => number) });
  }
  for (const employees of chunksOf(moved)) {
    db.run(store.setEmails, { companyId, employees, revision });
  }
}
