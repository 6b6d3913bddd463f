import type { Command } from 'commander';
import { isoTime } from '../../domain/iso-time.ts';
import {
  countCompanyContents,
  createCompany,
  listSsoDomains,
  updateCompany,
} from '../../service/companies.ts';
import type { CompanyRow } from '../../store/companies.ts';
import * as companies from '../../store/companies.ts';
import { createDataFile, dataFileExists } from '../../store/data-file.ts';
import type { Database } from '../../store/database.ts';
import { addCommand, type CommonOptions, collect } from '../command.ts';
import { resolveCompany } from '../company-option.ts';
import { type Context, UsageError } from '../context.ts';
import { dataFileOf, withDataFile } from '../data-file-option.ts';
import { escapeControl, formatNumber, formatTime, pluralize, print } from '../output.ts';
import { tableOf } from '../table.ts';

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
        printCompany(context, options, db, isNew ? resolveCompany(db, {}) : create(db)),
      );
    });

  addCommand(company, 'list', {
    description: 'List the companies',
    example: 'engaged company list',
  }).action((options: CommonOptions) =>
    withDataFile(context, options, (db) => {
      const rows = db
        .all(companies.listLive, {})
        .map((company) => toJsonCompany(db, company, context.now()));
      print(context, options, rows, () => toTable(rows, context));
    }),
  );

  addCommand(company, 'show', {
    description: 'Show a company, its sandbox, and what they hold',
    example: 'engaged company show Acme',
  })
    .argument(...companyArgument)
    .action((name: string | undefined, options: CommonOptions) =>
      withDataFile(context, options, (db) =>
        printCompany(context, options, db, liveCompany(db, name)),
      ),
    );

  addCommand(company, 'update', {
    description: 'Rename a company, or replace its sign-in domains',
    example: 'engaged company update Acme --sso-domain acme.example --sso-domain acme.test',
  })
    .argument(...companyArgument)
    .option('--name <name>', 'new name')
    .option(...ssoDomain)
    .option('--no-sso', 'any address may sign in')
    .action((name: string | undefined, options: UpdateOptions) => {
      if (!options.sso && options.ssoDomain) {
        throw new UsageError('--sso-domain and --no-sso exclude each other');
      }
      const ssoDomains = options.sso ? options.ssoDomain : [];
      if (options.name === undefined && ssoDomains === undefined) {
        throw new UsageError('Say what to change: --name, --sso-domain or --no-sso');
      }
      return withDataFile(context, options, (db) => {
        const updated = updateCompany(db, {
          companyId: liveCompany(db, name).companyId,
          now: context.now(),
          actor: context.actor,
          name: options.name,
          ssoDomains,
        });
        printCompany(context, options, db, updated);
      });
    });
}

const liveCompany = (db: Database, name: string | undefined): CompanyRow => {
  const company = resolveCompany(db, { company: name }, 'its id or name');
  if (company.mode === 'test') throw new UsageError('That is a sandbox; name its company');
  return company;
};

function printCompany(
  context: Context,
  options: CommonOptions,
  db: Database,
  row: CompanyRow,
): void {
  const company = toJsonCompany(db, row, context.now());
  const { sandbox } = company;
  print(context, options, company, () =>
    [
      `${escapeControl(company.name)}  ${company.id}`,
      `  created   ${formatTime(company.created_at)}`,
      `  sign-in   ${company.sso_domains.map(escapeControl).join(', ') || 'any address'}`,
      `  holds     ${describeCounts(company.counts)}`,
      ...(sandbox
        ? [`  sandbox   ${sandbox.id}`, `            ${describeCounts(sandbox.counts)}`]
        : []),
    ].join('\n'),
  );
}

const describeCounts = ({
  active,
  deactivated,
  departments,
  keys,
}: ReturnType<typeof countCompanyContents>): string =>
  [
    `${formatNumber(active)} active, ${pluralize(deactivated, 'deactivated person', 'deactivated people')}`,
    pluralize(departments, 'department', 'departments'),
    pluralize(keys, 'key', 'keys'),
  ].join('; ');

function toJsonCompany(db: Database, company: CompanyRow, now: number) {
  const sandbox = db.one(companies.findSandbox, { companyId: company.companyId });
  return {
    id: company.id,
    name: company.name,
    created_at: isoTime(company.createdAt),
    sso_domains: listSsoDomains(db, company.companyId),
    counts: countCompanyContents(db, company.companyId, now),
    sandbox: sandbox
      ? {
          id: sandbox.id,
          name: sandbox.name,
          counts: countCompanyContents(db, sandbox.companyId, now),
        }
      : null,
  };
}

const toTable = tableOf<ReturnType<typeof toJsonCompany>>(
  'There are no companies yet. Create one with: engaged company create --name NAME',
  [
    { heading: 'ID', value: (row) => row.id, noTruncate: true },
    { heading: 'NAME', value: (row) => row.name },
    { heading: 'CREATED', value: (row) => formatTime(row.created_at) },
  ],
);
