import type { Ranking } from '../../domain/board/shown.ts';
import * as companies from '../../store/company/companies.ts';
import { one, type Reading } from '../../store/reading.ts';

/** What a company lets people see of each other. A sandbox, whose people do not exist, has what a new company has. */
export type Privacy = {
  ranking: Ranking;
  /** Numbers about fewer people are not shown. */
  smallestGroup: number;
  managersSeePeople: boolean;
};

export function* privacyOf(companyId: number): Reading<Privacy> {
  const row = yield* one(companies.findPrivacy, { companyId });
  if (!row) throw new Error('a company has no rules');
  const { ranking, smallestGroup, managersSeePeople } = row;
  return {
    ranking: ranking as Ranking,
    ...{ smallestGroup, managersSeePeople: managersSeePeople === 1 },
  };
}
