import type { Command } from 'commander';
import { TIES_IN_WORDS } from '../../../domain/contest.ts';
import { UsageError } from '../../../domain/errors.ts';
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
import { MAX_PER_100_XP } from '../../../service/xp/coins-for-xp.ts';
import { MAX_ENTRY_AMOUNT } from '../../../service/xp/ledger-entries.ts';
import * as companies from '../../../store/company/companies.ts';
import { createData, dataExists } from '../../../store/data.ts';
import type { Database } from '../../../store/database.ts';
import { type CommonOptions, collect, wholeNumber } from '../../command.ts';
import { dataFileVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { resolveCompany, resolveLiveCompany } from '../../options/company-option.ts';
import { dataOf, withData } from '../../options/data-file-option.ts';
import { tiesOption } from '../../options/ties-option.ts';
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
  askAboveXp?: number;
  askAboveCoins?: number;
  ties?: string;
  coinsPer100Xp?: number;
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

const amount = wholeNumber(1, MAX_ENTRY_AMOUNT);
const perHundred = wholeNumber(0, MAX_PER_100_XP);

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

  add(
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
    .option('--ask-above-xp <n>', 'ask again for more XP than this in one entry by hand', amount)
    .option('--ask-above-coins <n>', 'ask again for more coins than this', amount)
    .addOption(tiesOption('in new contests, with the same XP'))
    .option(
      '--coins-per-100-xp <n>',
      'coins for each 100 XP gained from now on; 0 for none',
      perHundred,
    )
    .changeData((company: string | undefined, options: UpdateOptions) => {
      const { name } = options;
      const ssoDomains = readDomainChange(options);
      const { askAboveXp: ask_above_xp, askAboveCoins: ask_above_coins, ties } = options;
      const { coinsPer100Xp: coins_per_100_xp } = options;
      const changes = {
        ...{ name, ssoDomains, ask_above_xp, ask_above_coins, ties, coins_per_100_xp },
      };
      if (Object.values(changes).every((one) => one === undefined)) {
        throw new UsageError(
          'Say what to change: --name, --add-sso-domain, --remove-sso-domain, --sso-domain, --no-sso, --ask-above-xp, --ask-above-coins, --ties or --coins-per-100-xp',
        );
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
    `  holds     ${describeCounts(counts)}`,
    ...(sandbox
      ? [`  sandbox   ${sandbox.id}`, `            ${describeCounts(sandbox.counts)}`]
      : []),
  ].join('\n');
};

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
