import { type Command, Option } from 'commander';
import { UsageError } from '../../../domain/errors.ts';
import { KUDOS_PARTS, KUDOS_VISIBILITIES, type KudosPart } from '../../../domain/kudos.ts';
import {
  type DepartmentAllowance,
  departmentAllowances,
  KUDOS_BOUNDS,
  type KudosSettings,
  type KudosSettingsChanges,
  kudosSettings,
  setDepartmentAllowance,
  setKudosPart,
  setKudosSettings,
} from '../../../service/kudos/kudos-settings.ts';
import {
  type KudosValue,
  listKudosValues,
  saveKudosValue,
} from '../../../service/kudos/kudos-values.ts';
import type { Database } from '../../../store/database.ts';
import { employeeArgument, requireChange, wholeNumber } from '../../command.ts';
import {
  type CompanyOptions,
  changeCompany,
  companyVerbs,
  readCompany,
} from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { card } from '../../output/card.ts';
import type { List } from '../../output/list.ts';
import { print } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';

type SettingsOptions = CompanyOptions & {
  on?: true;
  off?: true;
  department?: string;
  allowance?: number | false;
  budget?: number | false;
  coinsPerPoint?: number;
  receiverXp?: number;
  giverXp?: number;
  giverXpAWeek?: number;
  messageMin?: number;
  messageMax?: number;
  visibility?: KudosSettings['visibility'];
};

type ShownSettings = KudosSettings & { departments: DepartmentAllowance[] };

const bounded = (field: keyof typeof KUDOS_BOUNDS) => {
  const [min, max] = KUDOS_BOUNDS[field];
  return wholeNumber(min, max);
};

/** `engaged kudos settings`, `part` and `values …`. */
export function addKudosSettingsCommands(kudos: Command, context: Context): void {
  const add = companyVerbs(kudos, context);

  add(
    'settings',
    'Show what the company decides about thanks, or change it',
    '--on --allowance 100 --budget 20000',
  )
    .addOption(new Option('--on', 'let people thank each other').conflicts('off'))
    .option('--off', 'let nobody give thanks; what was given stays')
    .option(
      '--allowance <n>',
      'points that each person has to give in a month',
      bounded('allowance'),
    )
    .option('--department <department>', 'change the allowance of a department and those below it')
    .option('--no-allowance', 'with --department: it has no allowance of its own')
    .option('--coins-per-point <n>', 'coins for each point', bounded('coins_per_point'))
    .option(
      '--receiver-xp <n>',
      'XP of each receiver, once a month for each giver',
      bounded('receiver_xp'),
    )
    .option('--giver-xp <n>', 'XP of the giver', bounded('giver_xp'))
    .option('--giver-xp-a-week <n>', 'for so many thanks a week', bounded('giver_xp_a_week'))
    .option('--message-min <n>', 'the fewest characters of a message', bounded('message_min'))
    .option('--message-max <n>', 'the most characters', bounded('message_max'))
    .option('--budget <n>', 'the most points that all people give in a month', bounded('budget'))
    .option('--no-budget', 'no such limit')
    .addOption(
      new Option('--visibility <who>', 'who may see thanks, unless the giver says it').choices(
        KUDOS_VISIBILITIES,
      ),
    )
    .action(async (options: SettingsOptions) => {
      const change = readSettings(options);
      const shown = change
        ? await changeCompany(context, options, (write) => {
            change(write);
            return show(write.db, write.companyId);
          })
        : await readCompany(context, options, show);
      print(context, options, shown, () => toCard(shown));
    });

  add('part', 'Set which part a person takes in thanks', 'ada@acme.example observer')
    .argument(...employeeArgument)
    .argument('<part>', `${KUDOS_PARTS.join(', ')}: a receiver does not give, an observer neither`)
    .change(
      (reference: string, part: string) => (write) => setKudosPart(write, reference, part),
      ({ employee_id, part }) => `${employee_id} ${PARTS[part]}.`,
    );

  const values = kudos.command('values').description('What people thank for: list, set');
  const addToValues = companyVerbs(values, context);

  addToValues('list', 'List all values, those that are not used any more included').list(
    () => (db, companyId) => listKudosValues(db, companyId),
    VALUES,
  );

  addToValues('set', 'Add a value, or change one', 'safety --name "Safety before speed"')
    .argument('<code>', 'its code: letters, digits, dots, hyphens and underscores')
    .option('--name <name>', 'its name')
    .addOption(new Option('--retire', 'thank for it no more').conflicts('restore'))
    .option('--restore', 'thank for it again')
    .change(
      (
        code: string,
        { name, retire, restore }: { name?: string; retire?: true; restore?: true },
      ) => {
        const active = retire ? false : restore;
        requireChange({ name, active }, 'engaged kudos values set');
        return (write) => saveKudosValue(write, { code, name, active });
      },
      ({ code, name, active }) =>
        escapeControl(`${code}: ${name}${active ? '' : ', not used any more'}.`),
    );
}

const PARTS: Readonly<Record<KudosPart, string>> = {
  giver: 'gives and receives',
  receiver: 'receives alone',
  observer: 'does not take part',
};

const show = (db: Database, companyId: number): ShownSettings => ({
  ...kudosSettings(db, companyId),
  departments: departmentAllowances(db, companyId),
});

/** What the options change; undefined where they change nothing. @throws UsageError */
function readSettings(options: SettingsOptions) {
  const { department, allowance, budget } = options;
  const changes: KudosSettingsChanges = {
    on: options.on ?? (options.off ? false : undefined),
    coins_per_point: options.coinsPerPoint,
    receiver_xp: options.receiverXp,
    giver_xp: options.giverXp,
    giver_xp_a_week: options.giverXpAWeek,
    message_min: options.messageMin,
    message_max: options.messageMax,
    budget: budget === false ? null : budget,
    visibility: options.visibility,
  };
  if (department === undefined) {
    if (allowance === false) throw new UsageError('Say of which department', '--department');
    changes.allowance = allowance;
  } else if (allowance === undefined) {
    throw new UsageError('Say the allowance of the department', '--allowance');
  }
  const hasChanges = Object.values(changes).some((value) => value !== undefined);
  if (!hasChanges && department === undefined) return undefined;
  return (write: Parameters<typeof setKudosSettings>[0]) => {
    if (hasChanges) setKudosSettings(write, changes);
    if (department === undefined) return;
    setDepartmentAllowance(write, department, allowance === false ? null : (allowance ?? null));
  };
}

const toCard = (it: ShownSettings): string =>
  card(it.on ? 'Thanks are on' : 'Thanks are off', [
    ['allowance', `${it.allowance} points a month`],
    ...it.departments.map(
      ({ name, allowance }) => ['', `${allowance} in ${name} and below`] as const,
    ),
    ['budget', it.budget === null ? 'no limit' : `${it.budget} points a month`],
    ['coins', `${it.coins_per_point} for a point`],
    ['receiver', `${it.receiver_xp} XP`],
    ['giver', `${it.giver_xp} XP, for ${it.giver_xp_a_week} thanks a week`],
    ['message', `${it.message_min} to ${it.message_max} characters`],
    ['seen by', it.visibility],
  ]);

const VALUES: List<KudosValue> = {
  empty: 'There are no values yet. Add one with: engaged kudos values set CODE --name NAME',
  columns: [
    { heading: 'CODE', value: ({ code }) => code, noTruncate: true },
    { heading: 'NAME', value: ({ name }) => name },
    { heading: 'STATE', value: ({ active }) => (active ? null : 'not used any more') },
  ],
  csv: 'code name active',
};
