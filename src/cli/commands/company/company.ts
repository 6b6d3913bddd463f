import type { Command } from 'commander';
import { TIES_IN_WORDS } from '../../../domain/contest.ts';
import { UsageError } from '../../../domain/errors.ts';
import { LANGUAGE_NAMES } from '../../../domain/language.ts';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import {
  countOutsideSsoDomains,
  createCompany,
  type SsoDomainChange,
  showCompany,
  updateCompany,
} from '../../../service/company/companies.ts';
import {
  type DeletedCompany,
  listDeletedCompanies,
} from '../../../service/company/company-deletion.ts';
import { writeCompany } from '../../../service/company/company-write.ts';
import * as companies from '../../../store/company/companies.ts';
import { createData, dataExists } from '../../../store/data.ts';
import type { Database } from '../../../store/database.ts';
import { type CommonOptions, collect } from '../../command.ts';
import { dataFileVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { resolveCompany, resolveLiveCompany } from '../../options/company-option.ts';
import { dataOf, withData } from '../../options/data-file-option.ts';
import { pictureOption, readPictureOption } from '../../options/picture-option.ts';
import { PROGRAMME_OPTIONS, programmeChanges } from '../../options/programme-options.ts';
import { addListOptions, type List, printList } from '../../output/list.ts';
import { formatTime, print } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';
import { addCompanyDeleteCommand } from './company-delete.ts';

type CreateOptions = CommonOptions & { name: string; ssoDomain?: string[] };
/** `sso` is false with `--no-sso`. */
type UpdateOptions = {
  name?: string;
  sso: boolean;
  ssoDomain?: string[];
  addSsoDomain?: string[];
  removeSsoDomain?: string[];
  /** False with `--no-logo`. */
  logo?: string | false;
};
type ListOptions = CommonOptions & { deleted?: true };

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
  const company = program
    .command('company')
    .description('Companies: create, list, show, update, delete');
  const add = dataFileVerbs(company, context);

  add(
    'create',
    'Create a company and its filled sandbox; creates the data file if there is none',
    '--name "Acme" --sso-domain acme.example',
  )
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
      const data = dataOf(context, options);
      const isNew = !dataExists(data);
      if (isNew) createData(data, context.now(), create);
      await withData(context, options, (db) => {
        const { companyId } = isNew ? resolveCompany(db, {}) : create(db);
        const company = showCompany(db, companyId, context.now());
        print(context, options, company, () => describeCompany(company));
      });
    });

  addListOptions(add('list', 'List the companies'), context)
    .option('--deleted', 'list the deleted ones instead: id, time and operator')
    .action((options: ListOptions) =>
      withData(context, options, (db) => {
        if (options.deleted) {
          const deleted = listDeletedCompanies(db);
          return printList(context, options, deleted, DELETED);
        }
        const live = db
          .all(companies.listLive, {})
          .map(({ companyId }) => showCompany(db, companyId, context.now()));
        return printList(context, options, live, COMPANIES);
      }),
    );

  add('show', 'Show a company, its sandbox, and what they hold', 'Acme')
    .argument(...companyArgument)
    .readData(
      (name?: string) => (db) =>
        showCompany(db, resolveLiveCompany(db, name).companyId, context.now()),
      describeCompany,
    );

  const update = add(
    'update',
    'Rename a company, or change its sign-in domains or its programme',
    'Acme --add-sso-domain acme.test',
  )
    .argument(...companyArgument)
    .option('--name <name>', 'new name')
    .option(
      '--sso-domain <domain>',
      'replace the whole list of sign-in domains by this one; repeat for several',
      collect,
    )
    .option('--add-sso-domain <domain>', 'add a sign-in domain; repeat for several', collect)
    .option('--remove-sso-domain <domain>', 'remove a sign-in domain; repeat for several', collect)
    .option('--no-sso', 'any address may sign in')
    .option(...pictureOption('logo'))
    .option('--no-logo', 'remove the logo');
  for (const option of Object.values(PROGRAMME_OPTIONS)) update.addOption(option);
  update.changeData(async (company: string | undefined, options: UpdateOptions) => {
    const { name, logo: file } = options;
    const ssoDomains = readDomainChange(options);
    const logo = file === false ? null : await readPictureOption(context, 'logo', file);
    const changes = { name, ssoDomains, logo, ...programmeChanges(options) };
    if (Object.values(changes).every((one) => one === undefined)) {
      throw new UsageError('Say what to change. The options: engaged company update --help');
    }
    return (db) => {
      const { companyId } = resolveLiveCompany(db, company);
      const input = { companyId, now: context.now(), actor: context.actor };
      writeCompany(db, input, (write) => updateCompany(write, changes));
      return {
        ...showCompany(db, companyId, input.now),
        people_outside_sso_domains: countOutsideSsoDomains(db, companyId),
      };
    };
  }, describeUpdate);

  addCompanyDeleteCommand(add, context);
}

/** @throws UsageError for options that exclude each other */
function readDomainChange(options: UpdateOptions): SsoDomainChange | undefined {
  const { sso, ssoDomain, addSsoDomain: add, removeSsoDomain: remove } = options;
  if (!sso && ssoDomain)
    throw new UsageError('--sso-domain and --no-sso exclude each other', '--sso-domain');
  if (!add && !remove) return sso ? ssoDomain : [];
  if (!sso || ssoDomain) {
    throw new UsageError(
      '--add-sso-domain and --remove-sso-domain exclude --sso-domain and --no-sso',
      '--add-sso-domain',
    );
  }
  return { add: add ?? [], remove: remove ?? [] };
}

type CompanyView = ReturnType<typeof showCompany>;

const describeCompany = (company: CompanyView): string => {
  const { id, name, created_at, sso_domains, counts, sandbox } = company;
  return [
    `${escapeControl(name)}  ${id}`,
    `  created   ${formatTime(created_at)}`,
    `  sign-in   ${sso_domains.map(escapeControl).join(', ') || 'any address'}`,
    `  asks      again above ${formatNumber(company.ask_above_xp)} XP or ${formatNumber(company.ask_above_coins)} coins in one entry by hand`,
    `  same XP   ${TIES_IN_WORDS[company.ties]}, in new contests`,
    `  coins     ${formatNumber(company.coins_per_100_xp)} for each 100 XP`,
    `  worth     ${describeWorth(company)}`,
    `  welcome   ${formatNumber(company.welcome_xp)} XP and ${formatNumber(company.welcome_coins)} coins for newcomers, “${escapeControl(company.welcome_reason)}”`,
    `  about     ${escapeControl(company.about ?? 'nothing said')}`,
    `  language  ${LANGUAGE_NAMES[company.language]}`,
    `  times     in ${company.time_zone}`,
    `  authority ${company.roster_authority}, about who is active`,
    `  mails     ${company.mails.replaceAll(',', ', ') || 'none'}`,
    `  ranking   ${company.ranking}${company.hide_names_in_api ? ', names hidden in the API as on boards' : ''}`,
    `  numbers   about a department from ${company.smallest_group} people on`,
    `  managers  see ${company.managers_see_people ? 'people one by one' : 'sums alone'}`,
    `  logo      ${company.logo_url ?? 'none'}`,
    `  holds     ${describeCounts(counts)}`,
    ...(sandbox
      ? [`  sandbox   ${sandbox.id}`, `            ${describeCounts(sandbox.counts)}`]
      : []),
  ].join('\n');
};

const describeWorth = ({ worth_of_100_coins: worth, currency }: CompanyView): string =>
  worth === 0 ? 'not said' : `${worth.toFixed(2)} ${currency} for 100 coins`;

const describeUpdate = (company: CompanyView & { people_outside_sso_domains: number }): string => {
  const outside = company.people_outside_sso_domains;
  if (outside === 0) return describeCompany(company);
  const have = pluralize(outside, 'active person has', 'active people have');
  return [
    describeCompany(company),
    '',
    `${have} an email address outside these sign-in domains.`,
    'An import rejects rows with such an address. To allow another domain: --add-sso-domain',
  ].join('\n');
};

const describeCounts = ({ active, deactivated, departments, keys }: CompanyView['counts']) =>
  [
    `${formatNumber(active)} active, ${pluralize(deactivated, 'deactivated person', 'deactivated people')}`,
    pluralize(departments, 'department', 'departments'),
    pluralize(keys, 'key', 'keys'),
  ].join('; ');

const COMPANIES: List<CompanyView> = {
  empty: 'There are no companies yet. Create one with: engaged company create --name NAME',
  columns: [
    { heading: 'ID', value: (row) => row.id, noTruncate: true },
    { heading: 'NAME', value: (row) => row.name },
    { heading: 'CREATED', value: (row) => formatTime(row.created_at) },
  ],
  csv: [
    'id name created_at:time sso_domains ask_above_xp ask_above_coins ties coins_per_100_xp',
    'worth_of_100_coins currency welcome_xp welcome_coins welcome_reason about logo_url language time_zone roster_authority mails',
    'ranking hide_names_in_api smallest_group managers_see_people',
    'counts.active counts.deactivated counts.departments counts.keys sandbox.id sandbox.name',
    'sandbox.counts.active sandbox.counts.deactivated sandbox.counts.departments sandbox.counts.keys',
  ].join(' '),
};

const DELETED: List<DeletedCompany> = {
  empty: 'No company was deleted.',
  columns: [
    { heading: 'ID', value: (row) => row.id, noTruncate: true },
    { heading: 'DELETED', value: (row) => formatTime(row.deleted_at) },
    { heading: 'BY', value: (row) => row.actor },
  ],
  csv: 'id deleted_at:time actor',
};
