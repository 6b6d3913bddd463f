import { CHOOSABLE_TIES, type ChoosableTies } from '../../domain/contest.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import * as xpCoins from '../../store/xp/xp-coins.ts';
import { requireChoice, requireInteger } from '../input.ts';
import { MAX_PER_100_XP } from '../xp/coins-for-xp.ts';
import { MAX_ENTRY_AMOUNT } from '../xp/ledger-entries.ts';
import type { CompanyWrite } from './company-write.ts';

/** What a company decides about its programme. */
export type Programme = {
  /** The most that one entry by hand gives or takes without being asked for again. Systems are not asked. */
  ask_above_xp: number;
  ask_above_coins: number;
  /** How new contests place people with the same XP. */
  ties: ChoosableTies;
  /** Coins for each 100 XP that somebody gains, from the moment on at which it is set. */
  coins_per_100_xp: number;
};

/** What is changed of it. */
export type ProgrammeChanges = {
  [Field in keyof Programme]?: (Programme[Field] extends number ? number : string) | undefined;
};

/** The programme of a company; a sandbox has that of its company. */
export function programmeOf(db: Database, companyId: number): Programme {
  const row = db.one(companies.findProgramme, { companyId });
  if (!row) throw new Error('a company has no programme');
  return {
    ask_above_xp: row.askAboveXp,
    ask_above_coins: row.askAboveCoins,
    ties: row.ties as ChoosableTies,
    coins_per_100_xp: row.coinsPer100Xp,
  };
}

/** Changes what is given. @throws EngagedError `validation_failed` */
export function setProgramme({ db, companyId }: CompanyWrite, changes: ProgrammeChanges): void {
  const before = programmeOf(db, companyId);
  const amount = (field: 'ask_above_xp' | 'ask_above_coins'): number =>
    requireInteger(field, changes[field] ?? before[field], 1, MAX_ENTRY_AMOUNT);
  db.run(companies.setProgramme, {
    companyId,
    askAboveXp: amount('ask_above_xp'),
    askAboveCoins: amount('ask_above_coins'),
    ties: requireChoice('ties', changes.ties ?? before.ties, CHOOSABLE_TIES),
  });
  const field = 'coins_per_100_xp';
  const perHundred = requireInteger(field, changes[field] ?? before[field], 0, MAX_PER_100_XP);
  if (perHundred !== before[field]) db.run(xpCoins.setRule, { companyId, perHundred });
}
