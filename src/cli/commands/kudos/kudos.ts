import { type Command, InvalidArgumentError, Option } from 'commander';
import { failure } from '../../../domain/errors.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import { KUDOS_VISIBILITIES } from '../../../domain/kudos.ts';
import { pluralize } from '../../../domain/number-text.ts';
import { type Month, monthOf, parseMonth } from '../../../domain/period.ts';
import { giveKudos } from '../../../service/kudos/give-kudos.ts';
import {
  type KudosCase,
  keepKudos,
  listKudosCases,
  listReportedKudos,
  removeKudos,
} from '../../../service/kudos/kudos-moderation.ts';
import { MAX_ALLOWANCE } from '../../../service/kudos/kudos-settings.ts';
import {
  type KudosBudget,
  type KudosGiver,
  type KudosPair,
  kudosBudget,
  listKudosGivers,
  listKudosPairs,
} from '../../../service/kudos/kudos-totals.ts';
import { requireEmployee } from '../../../service/people/employee-records.ts';
import { wholeNumber } from '../../command.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../output/list.ts';
import { formatTime } from '../../output/output.ts';
import { addKudosSettingsCommands } from './kudos-settings.ts';

type GiveOptions = {
  value: string;
  message: string;
  points: number;
  visibility?: string;
  once?: string;
};

const EXAMPLE = '01997a3c-8f2e-7000-9c6d-3b1f0a5e2d47';

const kudosArgument = ['<id>', 'id of the thanks; see: engaged kudos list'] as const;

/** `engaged kudos …`: thanks of people to each other. */
export function addKudosCommands(program: Command, context: Context): void {
  const kudos = program
    .command('kudos')
    .description('Thanks: settings, part, values, give, list, keep, remove, report, budget');
  addKudosSettingsCommands(kudos, context);
  const add = companyVerbs(kudos, context);

  add(
    'give',
    'Thank people in the name of somebody',
    'ada@acme.example bob@acme.example --points 10 --value safety --message "You found the loose guard in time."',
  )
    .argument('<from>', 'who thanks: id, external_id or email')
    .argument('<to...>', 'who is thanked, at most ten people')
    .requiredOption('--value <code>', 'what for; see: engaged kudos values list')
    .requiredOption('--message <text>', 'what they did')
    .option('--points <n>', 'points for each of them', wholeNumber(0, MAX_ALLOWANCE), 0)
    .addOption(new Option('--visibility <who>', 'who may see it').choices(KUDOS_VISIBILITIES))
    .option('--once <key>', 'give nothing more if this key was used before')
    .change(
      (from: string, to: string[], { once, ...options }: GiveOptions) =>
        (write) => {
          const { db, companyId } = write;
          const [giver, ...receivers] = [from, ...to].map((reference) => {
            const person = requireEmployee(db, companyId, reference);
            if (person.deactivatedAt !== null) throw failure('employee_not_found');
            return person;
          });
          if (!giver) throw failure('employee_not_found');
          const given = giveKudos(write, { ...options, giver, receivers }, once);
          return { id: given.kudos.id, allowance_left: given.allowance.left };
        },
      ({ id, allowance_left: left }) =>
        `Thanked them (${id}). ${pluralize(left, 'point is', 'points are')} left to give this month.`,
    );

  add('list', 'List thanks, whatever their state, newest first', '--reported')
    .option('--reported', 'only what somebody reported and nobody has decided on')
    .option('--limit <n>', 'maximum number of them', wholeNumber(1, 10_000), 50)
    .list(
      ({ reported, limit: count }: { reported?: true; limit: number }) =>
        (db, companyId) =>
          (reported ? listReportedKudos : listKudosCases)(db, companyId, { count }).map(toRow),
      THANKS,
    );

  add('keep', 'Decide that reported thanks stay', EXAMPLE)
    .argument(...kudosArgument)
    .option('--reason <reason>', 'why')
    .change(
      (id: string, { reason }: { reason?: string }) =>
        (write) => {
          keepKudos(write, id, reason);
          return { id };
        },
      () => 'They are shown again.',
    );

  add('remove', 'Remove thanks; points, coins and XP go back', `${EXAMPLE} --reason "Not kind"`)
    .argument(...kudosArgument)
    .requiredOption('--reason <reason>', 'why')
    .option('--keep-coins', 'let nothing go back, also where coins are spent')
    .change(
      (id: string, options: { reason: string; keepCoins?: true }) => (write) => {
        removeKudos(write, id, options);
        return { id, coins_kept: options.keepCoins ?? false };
      },
      ({ coins_kept }) =>
        coins_kept
          ? 'Removed. Whoever got coins keeps them.'
          : 'Removed. Points, coins and XP went back.',
    );

  const report = kudos.command('report').description('Reports about thanks: givers, pairs');
  const addReport = companyVerbs(report, context);

  addReport('givers', 'List who gave most in a month', '--month 2026-10')
    .addOption(monthOption())
    .list(
      ({ month = monthOf(context.now()) }: { month?: Month }) =>
        (db, companyId) =>
          listKudosGivers(db, companyId, month),
      GIVERS,
    );

  addReport('pairs', 'List pairs who mostly thank each other', '--month 2026-10')
    .addOption(monthOption())
    .addHelpText('after', PAIRS_MEANING)
    .list(
      ({ month = monthOf(context.now()) }: { month?: Month }) =>
        (db, companyId) =>
          listKudosPairs(db, companyId, month),
      PAIRS,
    );

  add('budget', 'Print what was given in each month').list(
    () => (db, companyId) => kudosBudget(db, companyId, context.now()),
    MONTHS,
  );
}

const PAIRS_MEANING = `
Each of a pair gave the other at least half of their points of the month, in three thanks or more.
`;

const monthOption = () =>
  new Option('--month <month>', 'a month such as 2026-10 (default: this one)').argParser(
    (text: string): Month => {
      const month = parseMonth(text);
      if (month !== undefined) return month;
      throw new InvalidArgumentError('It must be a month such as 2026-10.');
    },
  );

const toRow = ({ kudos, reports, decisions }: KudosCase) => ({
  id: kudos.id,
  given_at: isoTime(kudos.given_at),
  state: kudos.state,
  from: toPerson(kudos.from),
  to: kudos.to.map(toPerson),
  points: kudos.points,
  value: kudos.value.code,
  visibility: kudos.visibility,
  message: kudos.message,
  edited_at: isoTime(kudos.edited_at),
  reports: reports.map(({ reported_at, ...one }) => ({
    ...one,
    reported_at: isoTime(reported_at),
  })),
  decisions: decisions.map(({ decided_at, ...one }) => ({
    ...{ ...one, decided_at: isoTime(decided_at) },
  })),
});

const toPerson = ({ employee_id, external_id, name }: KudosCase['kudos']['from']) => ({
  ...{ employee_id, external_id, name },
});

const nameOf = ({ name, employee_id }: { name: string | null; employee_id: string }): string =>
  name ?? employee_id;

const THANKS: List<ReturnType<typeof toRow>> = {
  empty: 'There are no such thanks.',
  columns: [
    { heading: 'ID', value: ({ id }) => id, noTruncate: true },
    { heading: 'GIVEN', value: ({ given_at }) => formatTime(given_at) },
    { heading: 'STATE', value: ({ state }) => state },
    { heading: 'FROM', value: ({ from }) => nameOf(from) },
    { heading: 'TO', value: ({ to }) => to.map(nameOf).join(', ') },
    { heading: 'POINTS', value: ({ points }) => points, align: 'right' },
    { heading: 'VALUE', value: ({ value }) => value, optional: true },
    { heading: 'MESSAGE', value: ({ message }) => message, optional: true },
    {
      heading: 'REPORTED',
      value: ({ reports }) => reports.map(({ reason }) => reason ?? '').join('; ') || null,
    },
  ],
  csv: 'id given_at:time state from.employee_id from.external_id from.name to points value visibility message edited_at:time reports decisions',
};

const GIVERS: List<KudosGiver> = {
  empty: 'Nobody gave thanks in this month.',
  columns: [
    { heading: 'NAME', value: nameOf },
    { heading: 'DEPARTMENT', value: ({ department }) => department, optional: true },
    { heading: 'POINTS', value: ({ points }) => points, align: 'right' },
    { heading: 'THANKS', value: ({ posts }) => posts, align: 'right' },
  ],
  csv: 'employee_id external_id name department points posts',
};

const shareOf = ({ points, points_in_all: all, posts }: KudosPair['first']): string =>
  `${points} of ${all} points in ${posts} thanks`;

const PAIRS: List<KudosPair> = {
  empty: 'There are no such pairs in this month.',
  columns: [
    { heading: 'ONE', value: ({ first }) => nameOf(first) },
    { heading: 'GAVE', value: ({ first }) => shareOf(first), noTruncate: true },
    { heading: 'THE OTHER', value: ({ second }) => nameOf(second) },
    { heading: 'GAVE', value: ({ second }) => shareOf(second), noTruncate: true },
  ],
  csv: ['first', 'second']
    .flatMap((side) =>
      ['employee_id', 'name', 'points', 'posts', 'points_in_all'].map((one) => `${side}.${one}`),
    )
    .join(' '),
};

const MONTHS: List<KudosBudget> = {
  empty: 'Nothing was given yet.',
  columns: [
    { heading: 'MONTH', value: ({ month }) => month, noTruncate: true },
    { heading: 'POINTS', value: ({ points }) => points, align: 'right' },
    { heading: 'THANKS', value: ({ posts }) => posts, align: 'right' },
    { heading: 'GIVERS', value: ({ givers }) => givers, align: 'right' },
    { heading: 'BUDGET', value: ({ budget }) => budget, align: 'right' },
    { heading: 'LEFT', value: ({ left }) => left, align: 'right' },
  ],
  csv: 'month points posts givers budget left',
};
