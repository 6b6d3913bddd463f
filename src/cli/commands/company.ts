import type { Command } from 'commander';
import {
  type CompanyCounts,
  createCompany,
  showCompany,
  updateCompany,
} from '../../service/companies.ts';
import { writeCompany } from '../../service/company-write.ts';
import type { CompanyRow } from '../../store/companies.ts';
import * as companies from '../../store/companies.ts';
import type { Database } from '../../store/database.ts';
import { createDataFile, dataFileExists } from '../../store/files/data-file.ts';
import { addCommand, type CommonOptions, collect } from '../command.ts';
import { resolveCompany } from '../company-option.ts';
import { type Context, UsageError } from '../context.ts';
import { dataFileOf, withDataFile } from '../data-file-option.ts';
import {
  escapeControl,
  formatMinute,
  formatNumber,
  formatTime,
  pluralize,
  print,
} from '../output.ts';
import { table } from '../table.ts';

type CreateOptions = CommonOptions & { name: string; ssoDomain?: string[] };
type UpdateOptions = CommonOptions & {
  company?: string;
  name?: string;
  /** False comes from `--no-sso`. */
  sso: boolean;
  ssoDomain?: string[];
};

const ssoDomain = [
  '--sso-domain <domain>',
  'domain that people sign in with; repeat for several',
  collect,
] as const;

const companyArgument = [
  '[company]',
  'id or name; may be left out while there is only one',
] as const;

/** `engaged company …`: the companies of a data file, each with its sandbox. */
export function addCompanyCommands(program: Command, context: Context): void {
  const company = program.command('company').description('companies: create, list, show, update');

  addCommand(company, 'create', {
    description: 'Create a company and its filled sandbox; makes the data file where there is none',
    example: 'engaged company create --name "Acme" --sso-domain acme.example',
  })
    .requiredOption('--name <name>', 'name of the company')
    .option(...ssoDomain)
    .action(async (options: CreateOptions) => {
      const create = (db: Database) =>
        createCompany(db, {
          name: options.name,
          ssoDomains: options.ssoDomain ?? [],
          now: context.now(),
          actor: context.actor,
        }).company;
      const file = dataFileOf(context, options);
      const isNew = !dataFileExists(file);
      if (isNew) createDataFile(file, context.now(), create);
      await withDataFile(context, options, (db) =>
        show(context, options, db, isNew ? resolveCompany(db, {}) : create(db)),
      );
    });

  addCommand(company, 'list', {
    description: 'List the companies',
    example: 'engaged company list',
  }).action((options: CommonOptions) =>
    withDataFile(context, options, (db) => {
      const rows = db.all(companies.listLive, {});
      print(
        context,
        options,
        rows.map(({ companyId }) => showCompany(db, companyId, context.now())),
        () =>
          table(
            context,
            rows,
            [
              { heading: 'ID', value: (row) => row.id, noTruncate: true },
              { heading: 'NAME', value: (row) => row.name },
              { heading: 'CREATED', value: (row) => formatTime(row.createdAt) },
            ],
            'There are no companies yet. Create one with: engaged company create --name NAME',
          ),
      );
    }),
  );

  addCommand(company, 'show', {
    description: 'Show a company, its sandbox, and what they hold',
    example: 'engaged company show Acme',
  })
    .argument(...companyArgument)
    .action((named: string | undefined, options: CommonOptions) =>
      withDataFile(context, options, (db) => show(context, options, db, liveCompany(db, named))),
    );

  addCommand(company, 'update', {
    description: 'Rename a company, or replace its sign-in domains',
    example: 'engaged company update Acme --sso-domain acme.example --sso-domain acme.test',
  })
    .argument(...companyArgument)
    .option('--name <name>', 'new name')
    .option(...ssoDomain)
    .option('--no-sso', 'any address may sign in')
    .action((named: string | undefined, options: UpdateOptions) => {
      if (!options.sso && options.ssoDomain) {
        throw new UsageError('--sso-domain and --no-sso exclude each other');
      }
      const ssoDomains = options.sso ? options.ssoDomain : [];
      if (options.name === undefined && ssoDomains === undefined) {
        throw new UsageError('Say what to change: --name, --sso-domain or --no-sso');
      }
      return withDataFile(context, options, (db) => {
        const company = liveCompany(db, named);
        const order = { companyId: company.companyId, now: context.now(), actor: context.actor };
        writeCompany(db, order, (write) =>
          updateCompany(write, { name: options.name, ssoDomains }),
        );
        show(context, options, db, company);
      });
    });
}

const liveCompany = (db: Database, named: string | undefined): CompanyRow => {
  const company = resolveCompany(
    db,
    named === undefined ? {} : { company: named },
    'its id or name',
  );
  if (company.mode === 'test') throw new UsageError('That is a sandbox; name its company');
  return company;
};

function show(
  context: Context,
  options: CommonOptions,
  db: Database,
  { companyId }: CompanyRow,
): void {
  const value = showCompany(db, companyId, context.now());
  const contents = ({ active, deactivated, departments, keys }: CompanyCounts) =>
    [
      `${formatNumber(active)} active, ${pluralize(deactivated, 'deactivated person', 'deactivated people')}`,
      pluralize(departments, 'department', 'departments'),
      pluralize(keys, 'key', 'keys'),
    ].join('; ');
  print(context, options, value, () =>
    [
      `${escapeControl(value.name)}  ${value.id}`,
      `  created   ${formatMinute(value.created_at)} UTC`,
      `  sign-in   ${value.sso_domains.map(escapeControl).join(', ') || 'any address'}`,
      `  holds     ${contents(value.counts)}`,
      ...(value.sandbox
        ? [`  sandbox   ${value.sandbox.id}`, `            ${contents(value.sandbox.counts)}`]
        : []),
    ].join('\n'),
  );
}
