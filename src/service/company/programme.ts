import { RANKINGS, type Ranking } from '../../domain/board/shown.ts';
import { type CoinWorth, CURRENCIES, MAX_WORTH_OF_100 } from '../../domain/coin-worth.ts';
import { CHOOSABLE_TIES, type ChoosableTies } from '../../domain/contest.ts';
import { failure } from '../../domain/errors.ts';
import { GROUP_SIZES } from '../../domain/group-tree.ts';
import { requireLabel } from '../../domain/label.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { NOTICE_KINDS, unwantedText, wantedKinds } from '../../domain/mail/mail-kind.ts';
import { ROSTER_AUTHORITIES, type RosterAuthority } from '../../domain/roster/authority.ts';
import { isTimeZone } from '../../domain/time-zone.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import * as xpCoins from '../../store/xp/xp-coins.ts';
import { readLabel, requireChoice, requireInteger } from '../input.ts';
import { MAX_PER_100_XP } from '../xp/coins-for-xp.ts';
import { MAX_ENTRY_AMOUNT } from '../xp/ledger-entries.ts';
import { MAX_WELCOME } from '../xp/welcome.ts';
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
  /** In units of the currency; 0 says nothing. */
  worth_of_100_coins: number;
  currency: string;
  /** What everybody is given who is added from now on, in the sandbox, too. */
  welcome_xp: number;
  welcome_coins: number;
  welcome_reason: string;
  /** What the programme is about, for those who take part; null where nothing is said. */
  about: string | null;
  /** What is said to people whose own language is not known. */
  language: Language;
  /** Of the IANA database; what is shown to people is in it. */
  time_zone: string;
  /** Who decides who is active. */
  roster_authority: RosterAuthority;
  /** The kinds of mail that people get where the service sends mail, separated by commas. */
  mails: string;
  /** What everybody sees of rankings. */
  ranking: Ranking;
  /** Whether the API leaves out the names of people who are not shown by name. */
  hide_names_in_api: boolean;
  /** Numbers about a department of fewer people are not shown. */
  smallest_group: number;
  /** Whether managers see people of their department one by one, with their XP. */
  managers_see_people: boolean;
};

/** What is changed of it. */
export type ProgrammeChanges = { [Field in keyof Programme]?: unknown };

/** The longest reason and the longest text about the programme, in characters. */
export const MAX_WELCOME_REASON = 150;
export const MAX_ABOUT = 2_000;

type Read<V> = (value: unknown, field: string) => V;

const whole =
  (min: number, max: number): Read<number> =>
  (value, field) =>
    requireInteger(field, value as number, min, max);

/** How each field is checked. */
const FIELDS: { [Field in keyof Programme]: Read<Programme[Field]> } = {
  ask_above_xp: whole(1, MAX_ENTRY_AMOUNT),
  ask_above_coins: whole(1, MAX_ENTRY_AMOUNT),
  ties: (value, field) => requireChoice(field, value as string, CHOOSABLE_TIES),
  coins_per_100_xp: whole(0, MAX_PER_100_XP),
  worth_of_100_coins: (value, field) => requireWorth(field, value as number),
  welcome_xp: whole(0, MAX_WELCOME),
  welcome_coins: whole(0, MAX_WELCOME),
  welcome_reason: (value, field) => requireLabel(field, value as string, MAX_WELCOME_REASON),
  about: (value, field) => readLabel(field, (value as string | null) || null, MAX_ABOUT),
  language: (value, field) => requireChoice(field, value as string, LANGUAGES),
  time_zone: (value, field) => requireTimeZone(field, value as string),
  roster_authority: (value, field) => requireChoice(field, value as string, ROSTER_AUTHORITIES),
  mails: (value, field) => requireKinds(field, value as string),
  currency: (value, field) => requireChoice(field, value as string, CURRENCIES),
  ranking: (value, field) => requireChoice(field, value as string, RANKINGS),
  hide_names_in_api: (value) => value === true,
  smallest_group: whole(GROUP_SIZES.min, GROUP_SIZES.max),
  managers_see_people: (value) => value === true,
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
    worth_of_100_coins: row.worthOf100Coins / 100,
    currency: row.currency,
    welcome_xp: row.welcomeXp,
    welcome_coins: row.welcomeCoins,
    welcome_reason: row.welcomeReason,
    about: row.about,
    language: row.language as Language,
    time_zone: row.timeZone,
    roster_authority: row.rosterAuthority as RosterAuthority,
    mails: wantedKinds(row.unwantedMail).join(),
    ranking: row.ranking as Ranking,
    hide_names_in_api: row.hideNamesInApi === 1,
    smallest_group: row.smallestGroup,
    managers_see_people: row.managersSeePeople === 1,
  };
}

/** What the coins of a company are worth; null where nothing is said of it. */
export function coinWorthOf(db: Database, companyId: number): CoinWorth | null {
  const { worth_of_100_coins: worth, currency } = programmeOf(db, companyId);
  return worth === 0 ? null : { hundredths: Math.round(worth * 100), currency };
}

/** Changes what is given. @throws EngagedError `validation_failed` */
export function setProgramme({ db, companyId }: CompanyWrite, changes: ProgrammeChanges): void {
  const before = programmeOf(db, companyId);
  const after = { ...before };
  for (const field of Object.keys(FIELDS) as (keyof Programme)[]) {
    if (changes[field] === undefined) continue;
    Object.assign(after, { [field]: FIELDS[field](changes[field], field) });
  }
  db.run(companies.setProgramme, {
    companyId,
    askAboveXp: after.ask_above_xp,
    askAboveCoins: after.ask_above_coins,
    ties: after.ties,
    worthOf100Coins: Math.round(after.worth_of_100_coins * 100),
    currency: after.currency,
    welcomeXp: after.welcome_xp,
    welcomeCoins: after.welcome_coins,
    welcomeReason: after.welcome_reason,
    about: after.about,
    language: after.language,
    timeZone: after.time_zone,
    rosterAuthority: after.roster_authority,
    unwantedMail: unwantedText(after.mails.split(',')),
    ranking: after.ranking,
    hideNamesInApi: after.hide_names_in_api ? 1 : 0,
    smallestGroup: after.smallest_group,
    managersSeePeople: after.managers_see_people ? 1 : 0,
  });
  const perHundred = after.coins_per_100_xp;
  if (perHundred !== before.coins_per_100_xp) db.run(xpCoins.setRule, { companyId, perHundred });
}

/** Kinds of mail in their order; all are left out for none. */
function requireKinds(field: string, value: string): string {
  const named = value.split(',').map((kind) => kind.trim());
  const kinds = NOTICE_KINDS.filter((kind) => named.includes(kind));
  const isKnown = named.every((name) => kinds.some((kind) => kind === name));
  if (!isKnown && value.trim() !== '') {
    throw failure('field_no_choice', { field, choices: NOTICE_KINDS.join(', ') });
  }
  return kinds.join();
}

function requireTimeZone(field: string, value: string): string {
  if (isTimeZone(value)) return value;
  throw failure('field_no_time_zone', { field });
}

/** An amount with at most two decimals. */
function requireWorth(field: string, value: number): number {
  const hundredths = Math.round(value * 100);
  if (hundredths / 100 === value && value >= 0 && value <= MAX_WORTH_OF_100) return value;
  throw failure('field_no_money', { field, max: MAX_WORTH_OF_100 });
}
