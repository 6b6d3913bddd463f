import { type Command, Option } from 'commander';
import { CHOICES, type Choice } from '../../../domain/board/shown.ts';
import { UsageError } from '../../../domain/errors.ts';
import {
  DETAIL_FIELDS,
  DETAILS,
  type DetailField,
  mapDetails,
} from '../../../domain/roster/fields.ts';
import {
  EMPLOYEE_STATES,
  type Employee,
  type EmployeeState,
  type EmployeeWithTotals,
  type ListedEmployee,
  listEmployees,
  showEmployee,
} from '../../../service/people/employee-records.ts';
import {
  addEmployee,
  deactivateEmployee,
  type PortalRole,
  reactivateEmployee,
  setEmployeeRole,
  signInEmployee,
  updateEmployee,
} from '../../../service/people/employees.ts';
import { keepEmployee } from '../../../service/roster/sync/kept-people.ts';
import { employeeArgument, requireChange } from '../../command.ts';
import { type AddVerb, companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { card } from '../../output/card.ts';
import type { List } from '../../output/list.ts';
import { escapeControl } from '../../output/terminal.ts';
import { readSettings } from '../../server/settings.ts';
import { addEmployeeEraseCommand } from './employee-erase.ts';
import { addEmployeeExportCommand } from './employee-export.ts';

/** False comes from the `--no-…` form, which clears. */
type DetailOptions = {
  email?: string;
  name?: string;
  externalId?: string | false;
  department?: string | false;
} & { [Field in DetailField]?: string | false };

type ShownOptions = { shownAs?: Choice | 'default'; nickname?: string | false };

type ListOptions = {
  department?: string;
  below?: true;
  state: EmployeeState | 'all';
  search?: string;
};

type RoleOptions = { admin?: true; role?: string; none?: true };

const flags = {
  email: ['--email <email>', 'work address'],
  name: ['--name <name>', 'name to show until they have signed in'],
  externalId: ['--external-id <key>', "the HR system's key of the person"],
  department: ['--department <department>', 'id, external_id or name of a department'],
} as const;

const flagOf = (field: DetailField): string => DETAILS[field].name.replaceAll('_', '-');
const wordsOf = (field: DetailField): string => DETAILS[field].label.toLowerCase();

/** `engaged employee …`: the people of a company, and what the portal decides about them. */
export function addEmployeeCommands(program: Command, context: Context): void {
  const employee = program
    .command('employee')
    .description(
      'People: add, list, show, update, deactivate, reactivate, sign-in, role, export, erase',
    );
  const add = companyVerbs(employee, context);
  const addOnOne: AddVerb = (...about) => add(...about).argument(...employeeArgument);

  const adding = add(
    'add',
    'Add a person',
    '--email ada@acme.example --name "Ada Lark" --department Sales',
  )
    .requiredOption(...flags.email)
    .option(...flags.name)
    .option(...flags.externalId)
    .option(...flags.department);
  for (const field of DETAIL_FIELDS) adding.option(`--${flagOf(field)} <text>`, wordsOf(field));
  adding.change((options: DetailOptions & { email: string }) => {
    const { sandboxLimit } = readSettings({}, context.env);
    const fields = { ...toFields(options), email: options.email };
    return (write) => addEmployee(write, fields, sandboxLimit);
  }, toCard);

  add('list', 'List people in the order of joining', '--department Sales --state active')
    .option('--department <department>', 'only people in this department: id, external_id or name')
    .option('--below', 'with --department: people in the departments below it, too')
    .addOption(
      new Option('--state <state>', 'only people in this state')
        .choices([...EMPLOYEE_STATES, 'all'])
        .default('all'),
    )
    .option(
      '--search <text>',
      'only people with this text in their name, email or external_id, ignoring case and accents',
    )
    .list((options: ListOptions) => {
      const { department, below, state, search } = options;
      if (below && department === undefined)
        throw new UsageError('--below needs --department', '--below');
      const filter = {
        ...{ department, search, withBelow: below },
        state: state === 'all' ? undefined : state,
      };
      return (db, companyId) => listEmployees(db, companyId, filter);
    }, listFor);

  addOnOne('show', 'Show everything recorded about a person', 'ada@acme.example').read(
    (reference: string) => (db, companyId) => showEmployee(db, companyId, reference),
    toCard,
  );

  const updating = addOnOne('update', 'Change the details of a person', 'E-1001 --department Sales')
    .option(...flags.email)
    .option(...flags.name)
    .option(...flags.externalId)
    .option('--no-external-id', 'remove the external_id')
    .option(...flags.department)
    .option('--no-department', 'take them out of their department');
  for (const field of DETAIL_FIELDS) {
    updating.option(`--${flagOf(field)} <text>`, wordsOf(field));
    updating.option(`--no-${flagOf(field)}`, `remove the ${wordsOf(field)}`);
  }
  updating
    .addOption(
      new Option(
        '--shown-as <choice>',
        'how others see them on boards; default for what the company does with those who choose nothing',
      ).choices([...CHOICES, 'default']),
    )
    .option('--nickname <nickname>', 'name on boards for --shown-as nickname')
    .option('--no-nickname', 'remove the nickname');
  updating.change((reference: string, options: DetailOptions & ShownOptions) => {
    const { shownAs } = options;
    const changes = {
      ...toFields(options),
      shown_as: shownAs === 'default' ? null : shownAs,
      nickname: toCleared(options.nickname),
    };
    requireChange(changes, 'engaged employee update');
    return (write) => updateEmployee(write, reference, changes);
  }, toCard);

  addOnOne(
    'deactivate',
    'Deactivate a person; no roster sync brings them back',
    'ada@acme.example --reason "Left in May"',
  )
    .requiredOption('--reason <reason>', 'why, for the record')
    .change(
      (reference: string, { reason }: { reason: string }) =>
        (write) =>
          deactivateEmployee(write, reference, reason),
      (deactivated) => `Deactivated ${nameOf(deactivated)}.`,
    );

  addOnOne(
    'keep',
    'Keep somebody active whom imports do not list; nobody is asked about them again',
    'ada@acme.example',
  ).change(
    (reference: string) => (write) => keepEmployee(write, reference),
    ({ employee_id }) => `${employee_id} stays. Nobody is asked again while number and role stay.`,
  );

  addOnOne('reactivate', 'Make a deactivated person active again', 'ada@acme.example').change(
    (reference: string) => (write) => reactivateEmployee(write, reference),
    (reactivated) => `Reactivated ${nameOf(reactivated)}.`,
  );

  addOnOne(
    'sign-in',
    'Record the account name of a person who has signed in; it becomes their displayed name',
    'ada@acme.example --name "Ada Lark"',
  )
    .requiredOption('--name <name>', 'account name')
    .change(
      (reference: string, { name }: { name: string }) =>
        (write) =>
          signInEmployee(write, reference, name),
      (signedIn) => `Signed in: ${nameOf(signedIn)}.`,
    );

  addOnOne('role', "Set a person's role in the admin portal", 'ada@acme.example --admin')
    .option('--admin', 'make them an admin')
    .option('--role <name>', 'give them a role of that name')
    .option('--none', 'remove their role')
    .change(
      (reference: string, options: RoleOptions) => {
        const role = readRole(options);
        return (write) => setEmployeeRole(write, reference, role);
      },
      (changed) => `${nameOf(changed)}: ${escapeControl(roleOf(changed) ?? 'no role')}.`,
    );

  addEmployeeExportCommand(addOnOne, context);
  addEmployeeEraseCommand(addOnOne, context);
}

const toFields = (options: DetailOptions) => ({
  email: options.email,
  given_name: options.name,
  external_id: toCleared(options.externalId),
  department: toCleared(options.department),
  ...mapDetails((field) => toCleared(options[field])),
});

const toCleared = (value: string | false | undefined): string | null | undefined =>
  value === false ? null : value;

function readRole({ admin, role, none }: RoleOptions): PortalRole {
  if ([admin, role, none].filter((given) => given !== undefined).length !== 1) {
    throw new UsageError('Give one of --admin, --role NAME and --none');
  }
  if (role !== undefined) return { role };
  return admin ? 'admin' : 'none';
}

const roleOf = (employee: Employee): string | null =>
  employee.is_admin ? 'admin' : employee.portal_role;

const nameOf = (employee: Employee): string =>
  escapeControl(`${employee.name ?? employee.email} (${employee.employee_id})`);

const listFor = ({ department, state, search }: ListOptions): List<ListedEmployee> => ({
  empty:
    department !== undefined || state !== 'all' || search !== undefined
      ? 'No matching people.'
      : 'There are no employees yet. Add one with: engaged employee add --email EMAIL',
  columns: [
    { heading: 'EXTERNAL ID', value: (row) => row.external_id },
    { heading: 'NAME', value: (row) => row.name },
    { heading: 'EMAIL', value: (row) => row.email },
    { heading: 'DEPARTMENT', value: (row) => row.department?.name ?? null },
    { heading: 'STATE', value: (row) => row.state },
    { heading: 'ROLE', value: roleOf },
    { heading: 'LEVEL', value: (row) => row.level, align: 'right', optional: true },
    { heading: 'XP', value: (row) => row.xp, align: 'right', optional: true },
    { heading: 'COINS', value: (row) => row.coins, align: 'right', optional: true },
    { heading: 'ID', value: (row) => row.employee_id, noTruncate: true, optional: true },
  ],
  csv: [
    'employee_id external_id name email department.id department.external_id department.name',
    ...DETAIL_FIELDS.map((field) => DETAILS[field]).map(({ name, format }) =>
      format === 'day' ? `${name}:day` : name,
    ),
    'state given_name account_name is_admin portal_role deactivated_at:time deactivated_by',
    'deactivation_reason joined_at:time shown_as nickname level xp coins',
  ].join(' '),
});

const toCard = (employee: Employee | EmployeeWithTotals): string =>
  card(`${employee.name ?? employee.email}  ${employee.employee_id}`, [
    ['email', employee.email],
    ['external id', employee.external_id],
    ['department', employee.department?.name ?? null],
    ...DETAIL_FIELDS.map((field) => [wordsOf(field), employee[DETAILS[field].name]] as const),
    ['state', stateOf(employee)],
    ['reason', employee.deactivation_reason],
    ['role', roleOf(employee)],
    ['joined', employee.joined_at],
    ['shown as', employee.shown_as],
    ['nickname', employee.nickname],
    ...('xp' in employee
      ? ([
          [
            'xp',
            `${employee.xp} (level ${employee.level}, ${employee.xp_to_next_level} to the next)`,
          ],
          ['coins', employee.coins],
          ['badges', employee.badges_count],
        ] as const)
      : []),
  ]);

const stateOf = ({ state, deactivated_by, deactivated_at }: Employee): string =>
  state === 'active' ? state : `${state} by ${deactivated_by} at ${deactivated_at}`;
