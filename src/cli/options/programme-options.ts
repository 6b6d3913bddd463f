import { InvalidArgumentError, Option } from 'commander';
import { RANKINGS } from '../../domain/board/shown.ts';
import { MAX_WORTH_OF_100 } from '../../domain/coin-worth.ts';
import { GROUP_SIZES } from '../../domain/group-tree.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { NOTICE_KINDS } from '../../domain/mail/mail-kind.ts';
import { formatNumber } from '../../domain/number-text.ts';
import { ROSTER_AUTHORITIES } from '../../domain/roster/authority.ts';
import type { Programme, ProgrammeChanges } from '../../service/company/programme.ts';
import { MAX_PER_100_XP } from '../../service/xp/coins-for-xp.ts';
import { MAX_ENTRY_AMOUNT } from '../../service/xp/ledger-entries.ts';
import { MAX_WELCOME } from '../../service/xp/welcome.ts';
import { wholeNumber } from '../command.ts';
import { tiesOption } from './ties-option.ts';

const entry = wholeNumber(1, MAX_ENTRY_AMOUNT);

/** Option parser: an amount of money. */
function money(text: string): number {
  const value = Number(text);
  if (/^\d{1,9}(?:\.\d{1,2})?$/.test(text) && value <= MAX_WORTH_OF_100) return value;
  throw new InvalidArgumentError(
    `It must be an amount from 0 to ${formatNumber(MAX_WORTH_OF_100)}, such as 2.50.`,
  );
}

/** Option parser: yes or no. */
function yesOrNo(text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new InvalidArgumentError('It must be yes or no.');
}

/** What a company decides about its programme, as options of a command. */
export const PROGRAMME_OPTIONS: Readonly<Record<keyof Programme, Option>> = {
  ask_above_xp: new Option(
    '--ask-above-xp <n>',
    'ask again for more XP than this in one entry by hand',
  ).argParser(entry),
  ask_above_coins: new Option(
    '--ask-above-coins <n>',
    'ask again for more coins than this',
  ).argParser(entry),
  ties: tiesOption('in new contests, with the same XP'),
  coins_per_100_xp: new Option(
    '--coins-per-100-xp <n>',
    'coins for each 100 XP gained from now on; 0 for none',
  ).argParser(wholeNumber(0, MAX_PER_100_XP)),
  worth_of_100_coins: new Option(
    '--worth-of-100-coins <amount>',
    'what 100 coins are worth; 0 to say nothing',
  ).argParser(money),
  welcome_xp: new Option(
    '--welcome-xp <n>',
    'XP for everybody who is added from now on; 0 for none',
  ).argParser(wholeNumber(0, MAX_WELCOME)),
  welcome_coins: new Option(
    '--welcome-coins <n>',
    'coins for everybody who is added from now on; 0 for none',
  ).argParser(wholeNumber(0, MAX_WELCOME)),
  welcome_reason: new Option('--welcome-reason <text>', 'with which reason they get these'),
  about: new Option(
    '--about <text>',
    'what the programme is about, for the first page of those who take part; empty for nothing',
  ),
  language: new Option(
    '--language <language>',
    'in which the portal, walls, mails and chats speak where nothing else is chosen',
  ).choices(LANGUAGES),
  time_zone: new Option(
    '--time-zone <zone>',
    'in which the portal, walls and mails show times, such as Europe/Berlin; months stay in UTC',
  ),
  roster_authority: new Option(
    '--roster-authority <who>',
    'who decides about who is active: rosters, the directory, or both; with directory no sync deactivates anybody',
  ).choices(ROSTER_AUTHORITIES),
  mails: new Option(
    '--mails <kinds>',
    `what people are told of by mail, separated by commas: ${NOTICE_KINDS.join(', ')}; empty for nothing`,
  ),
  currency: new Option('--currency <code>', 'its currency, such as EUR').argParser((text) =>
    text.toUpperCase(),
  ),
  ranking: new Option(
    '--ranking <policy>',
    'what everybody sees of rankings: all who do not choose otherwise, all who choose to be shown, the first ten and their own neighbours, or nobody',
  ).choices(RANKINGS),
  hide_names_in_api: new Option(
    '--hide-names-in-api <yes|no>',
    'leave the names of people who are not shown by name out of the API',
  ).argParser(yesOrNo),
  smallest_group: new Option(
    '--smallest-group <n>',
    'show numbers about a department from so many people on',
  ).argParser(wholeNumber(GROUP_SIZES.min, GROUP_SIZES.max)),
  managers_see_people: new Option(
    '--managers-see-people <yes|no>',
    'whether managers see the people of their department one by one, or sums alone',
  ).argParser(yesOrNo),
};

/** What the options of a command change. */
export const programmeChanges = (options: Readonly<Record<string, unknown>>): ProgrammeChanges =>
  Object.fromEntries(
    Object.entries(PROGRAMME_OPTIONS).map(([field, option]) => [
      field,
      options[option.attributeName()],
    ]),
  );
