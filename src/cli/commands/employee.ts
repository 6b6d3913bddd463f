import type { Command } from 'commander';
import {
  type Employee,
  type EmployeeWithTotals,
  listEmployees,
  showEmployee,
} from '../../service/employee-records.ts';
import {
  addEmployee,
  deactivateEmployee,
  type PortalRole,
  reactivateEmployee,
  setEmployeeRole,
  signInEmployee,
  updateEmployee,
} from '../../service/employees.ts';
import { card } from '../card.ts';
import { addCommand, employeeArgument } from '../command.ts';
import { type CompanyOptions, changeCompany, readCompany } from '../company-command.ts';
import { addCompanyOption } from '../company-option.ts';
import { type Context, UsageError } from '../context.ts';
import { escapeControl, print } from '../output.ts';
import { readSettings } from '../settings.ts';
import { table } from '../table.ts';
import { addEmployeeEraseCommand } from './employee-erase.ts';
import { addEmployeeExportCommand } from './employee-export.ts';

type AddOptions = CompanyOptions & {
  email: string;
  name?: string;
  externalId?: string;
  department?: string;
  jobTitle?: string;
};

/** False comes from the `--no-…` form, which clears. */
type UpdateOptions = CompanyOptions & {
  email?: string;
  name?: string;
  externalId?: string | false;
  department?: string | false;
  jobTitle?: string | false;
};

type RoleOptions = CompanyOptions & { admin?: true; role?: string; none?: true };

/** `engaged employee …`: the people of a company, and what the portal decides about them. */
export function addEmployeeCommands(program: Command, context: Context): void {
  const employee = program
    .command('employee')
    .description(
      'people: add, list, show, update, deactivate, reactivate, sign-in, role, export, erase',
    );
  const add = (usage: string, description: string, example: string): Command =>
    addCompanyOption(
      addCommand(employee, usage, { description, example: `engaged employee ${example}` }),
    );
  const addOnOne = (usage: string, description: string, example: string): Command =>
    add(usage, description, `${usage} ${example}`).argument(...employeeArgument);

  add('add', 'Add a person', 'add --email ada@acme.example --name "Ada Lark" --department Sales')
    .requiredOption('--email <email>', 'work address')
    .option('--name <name>', 'name to show until they have signed in')
    .option('--external-id <key>', "the HR system's key of the person")
    .option('--department <department>', 'id, external_id or name of a department')
    .option('--job-title <title>', 'job title')
    .action(async (options: AddOptions) => {
      const { email, name, externalId, department, jobTitle } = options;
      const { sandboxLimit } = readSettings({}, context.env);
      const added = await changeCompany(context, options, (write) =>
        addEmployee(
          write,
          {
            email,
            given_name: name,
            external_id: externalId,
            department,
            job_title: jobTitle,
          },
          sandboxLimit,
        ),
      );
      print(context, options, added, () => toCard(added));
    });

  add('list', 'List everybody on record in the order of joining', 'list').action(
    async (options: CompanyOptions) => {
      const rows = await readCompany(context, options, listEmployees);
      print(context, options, rows, () => toTable(context, rows));
    },
  );

  addOnOne('show', 'Show all there is to know of a person', 'ada@acme.example').action(
    async (reference: string, options: CompanyOptions) => {
      const shown = await readCompany(context, options, (db, companyId) =>
        showEmployee(db, companyId, reference),
      );
      print(context, options, shown, () => toCard(shown));
    },
  );

  addOnOne('update', 'Change what is on record of a person', 'E-1001 --department Sales')
    .option('--email <email>', 'work address')
    .option('--name <name>', 'name to show until they have signed in')
    .option('--external-id <key>', "the HR system's key of the person")
    .option('--no-external-id', 'remove the external_id')
    .option('--department <department>', 'id, external_id or name of a department')
    .option('--no-department', 'take them out of their department')
    .option('--job-title <title>', 'job title')
    .option('--no-job-title', 'remove the job title')
    .action(async (reference: string, options: UpdateOptions) => {
      const changes = {
        email: options.email,
        given_name: options.name,
        external_id: toCleared(options.externalId),
        department: toCleared(options.department),
        job_title: toCleared(options.jobTitle),
      };
      if (Object.values(changes).every((change) => change === undefined)) {
        throw new UsageError('Say what to change; see: engaged employee update --help');
      }
      const updated = await changeCompany(context, options, (write) =>
        updateEmployee(write, reference, changes),
      );
      print(context, options, updated, () => toCard(updated));
    });

  addOnOne(
    'deactivate',
    'Deactivate a person; no roster sync brings them back',
    'ada@acme.example --reason "Left in May"',
  )
    .requiredOption('--reason <reason>', 'why, for the record')
    .action(async (reference: string, options: CompanyOptions & { reason: string }) => {
      const gone = await changeCompany(context, options, (write) =>
        deactivateEmployee(write, reference, options.reason),
      );
      print(context, options, gone, () => `Deactivated ${nameOf(gone)}.`);
    });

  addOnOne('reactivate', 'Make a deactivated person active again', 'ada@acme.example').action(
    async (reference: string, options: CompanyOptions) => {
      const back = await changeCompany(context, options, (write) =>
        reactivateEmployee(write, reference),
      );
      print(context, options, back, () => `Reactivated ${nameOf(back)}.`);
    },
  );

  addOnOne(
    'sign-in',
    'Record the account name of a person who has signed in; it becomes their displayed name',
    'ada@acme.example --name "Ada Lark"',
  )
    .requiredOption('--name <name>', 'account name')
    .action(async (reference: string, options: CompanyOptions & { name: string }) => {
      const known = await changeCompany(context, options, (write) =>
        signInEmployee(write, reference, options.name),
      );
      print(context, options, known, () => `Signed in: ${nameOf(known)}.`);
    });

  addOnOne('role', "Set a person's role in the admin portal", 'ada@acme.example --admin')
    .option('--admin', 'make them an admin')
    .option('--role <name>', 'give them a role of that name')
    .option('--none', 'remove their role')
    .action(async (reference: string, options: RoleOptions) => {
      const role = roleOf(options);
      const placed = await changeCompany(context, options, (write) =>
        setEmployeeRole(write, reference, role),
      );
      print(context, options, placed, () => `${nameOf(placed)}: ${placeOf(placed) ?? 'no role'}.`);
    });

  addEmployeeExportCommand(employee, context);
  addEmployeeEraseCommand(employee, context);
}

const toCleared = (value: string | false | undefined): string | null | undefined =>
  value === false ? null : value;

function roleOf({ admin, role, none }: RoleOptions): PortalRole {
  if ([admin, role, none].filter((given) => given !== undefined).length !== 1) {
    throw new UsageError('Give one of --admin, --role NAME and --none');
  }
  if (role !== undefined) return { role };
  return admin ? 'admin' : 'none';
}

const placeOf = (employee: Employee): string | null =>
  employee.is_admin ? 'admin' : employee.portal_role;

const nameOf = (employee: Employee): string =>
  escapeControl(`${employee.name ?? employee.email} (${employee.employee_id})`);

const toTable = (context: Context, rows: readonly Employee[]): string =>
  table(
    context,
    rows,
    [
      { heading: 'EXTERNAL ID', value: (row) => row.external_id },
      { heading: 'NAME', value: (row) => row.name },
      { heading: 'EMAIL', value: (row) => row.email },
      { heading: 'DEPARTMENT', value: (row) => row.department?.name ?? null },
      { heading: 'STATE', value: (row) => row.state },
      { heading: 'ROLE', value: placeOf },
      { heading: 'ID', value: (row) => row.employee_id, noTruncate: true, optional: true },
    ],
    'There are no employees yet. Add one with: engaged employee add --email EMAIL',
  );

const toCard = (employee: Employee | EmployeeWithTotals): string =>
  card(`${employee.name ?? employee.email}  ${employee.employee_id}`, [
    ['email', employee.email],
    ['external id', employee.external_id],
    ['department', employee.department?.name ?? null],
    ['job title', employee.job_title],
    ['state', stateOf(employee)],
    ['reason', employee.deactivation_reason],
    ['role', placeOf(employee)],
    ['joined', employee.joined_at],
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
