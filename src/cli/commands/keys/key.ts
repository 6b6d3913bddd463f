import { type Command, InvalidArgumentError } from 'commander';
import { CONTRACT_SCOPES, type Mode, SCOPES, type Scope } from '../../../domain/api-key.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import { writeCompany } from '../../../service/company/company-write.ts';
import {
  type ApiKey,
  createKey,
  DEFAULT_REQUESTS_PER_MINUTE,
  findKey,
  type IssuedKey,
  type KeyState,
  listKeys,
  revokeKey,
  rotateKey,
  stateOfKey,
} from '../../../service/keys/keys.ts';
import type { CompanyRow } from '../../../store/company/companies.ts';
import * as companies from '../../../store/company/companies.ts';
import type { Database } from '../../../store/database.ts';
import {
  type CommonOptions,
  durationOption,
  parseDurationOption,
  requiredChoice,
  wholeNumber,
} from '../../command.ts';
import { companyVerbs, dataFileVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { companyOption, resolveCompany } from '../../options/company-option.ts';
import { changingData } from '../../options/data-file-option.ts';
import type { List } from '../../output/list.ts';
import { formatTime, print, printNotice, style } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';

const keyArgument = ['<key>', 'id, the beginning of an id, or name'] as const;

type CreateOptions = {
  company?: string;
  mode: Mode;
  name: string;
  scope: Scope[];
  rateLimit: number;
  expiresIn?: number;
};

type RotateOptions = CommonOptions & { company?: string; overlap: number };

const NOTES = `
A name or the beginning of an id must match one key only. Keys that are revoked or expired do not count while
another one matches. Where several match, they are listed and nothing is changed. --company searches the keys of
one company and its sandbox.
`;

/** `engaged key …`: who may call the API, and what for. */
export function addKeyCommands(program: Command, context: Context): void {
  const key = program.command('key').description('API keys: create, list, revoke, rotate');
  const add = dataFileVerbs(key, context);

  add(
    'create',
    'Create a key. It is shown once; only a hash of it is kept.',
    '--mode live --name "HR sync" --scope employees:read --scope employees:write',
  )
    .option(...companyOption)
    .addOption(
      requiredChoice('--mode <mode>', 'live: real data, test: the sandbox', ['live', 'test']),
    )
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption(
      '--scope <scope>',
      `a scope, or "all" for ${CONTRACT_SCOPES.join(', ')}; repeat for several. Only by name: ${ADDED_SCOPES.join(', ')}`,
      scope,
    )
    .option(
      '--rate-limit <n>',
      'requests a minute',
      wholeNumber(1, 1_000_000),
      DEFAULT_REQUESTS_PER_MINUTE,
    )
    .option(
      '--expires-in <duration>',
      'such as 90d or 12h; without it the key does not expire',
      lifetime,
    )
    .changeData(
      (options: CreateOptions) => (db) => {
        const { company, mode, name, scope, rateLimit, expiresIn } = options;
        const now = context.now();
        const { companyId } = resolveCompany(db, { company, test: mode === 'test' });
        return writeCompany(db, { companyId, now, actor: context.actor }, (write) =>
          createKey(write, {
            name,
            scopes: scope,
            requestsPerMinute: rateLimit,
            expiresAt: expiresIn === undefined ? null : now + expiresIn,
          }),
        );
      },
      describeIssued,
    );

  companyVerbs(key, context)(
    'list',
    "List a company's keys and its sandbox's, or with --test the sandbox's alone",
    '--company Acme',
  ).list(
    () => (db, companyId) =>
      listOwners(db, companyId).flatMap((owner) => listKeys(db, owner.companyId)),
    KEYS,
  );

  add('revoke', 'End a key at once and for good, also on a running server', '"HR sync"')
    .argument(...keyArgument)
    .option(...companyOption)
    .addHelpText('after', NOTES)
    .changeData(
      (reference: string, { company }: { company?: string }) =>
        (db) => {
          const key = find(db, reference, { company, wanted: ['active', 'rotated'] });
          return writeCompany(db, key.context, (write) => revokeKey(write, key.id));
        },
      (revoked) => `Revoked ${nameOf(revoked)}.`,
    );

  add(
    'rotate',
    'Create a successor with the same name, scopes and limit; the old key keeps working for a while',
    '"HR sync" --overlap 24h',
  )
    .argument(...keyArgument)
    .option(...companyOption)
    .addOption(durationOption('--overlap', 'how long the old key still works', '24h'))
    .addHelpText('after', NOTES)
    .action((reference: string, options: RotateOptions) =>
      changingData(context, options, (db) => {
        const key = find(db, reference, { company: options.company, wanted: ['active'] });
        const { issued, replaced } = writeCompany(db, key.context, (write) =>
          rotateKey(write, key.id, options.overlap),
        );
        print(context, options, issued, () => describeIssued(issued, context));
        printNotice(context, `The old key works until ${formatTime(replaced.expires_at)}.`);
      }),
    );

  function find(
    db: Database,
    reference: string,
    { company, wanted }: { company: string | undefined; wanted: readonly KeyState[] },
  ) {
    const now = context.now();
    const owners =
      company === undefined ? null : listOwners(db, resolveCompany(db, { company }).companyId);
    const companyIds = owners?.map(({ companyId }) => companyId) ?? null;
    const { id, companyId } = findKey(db, reference, wanted, { companyIds, now });
    return { id, context: { companyId, now, actor: context.actor } };
  }
}

/** Scopes that "all" does not include. */
const ADDED_SCOPES = SCOPES.slice(CONTRACT_SCOPES.length);

function scope(text: string, before: Scope[] | undefined): Scope[] {
  if (text === 'all') return [...(before ?? []), ...CONTRACT_SCOPES];
  const known = SCOPES.find((candidate) => candidate === text);
  if (!known) throw new InvalidArgumentError(`Allowed are: ${SCOPES.join(', ')}, all.`);
  return [...(before ?? []), known];
}

/** A key must not expire at its creation. */
function lifetime(text: string): number {
  const milliseconds = parseDurationOption(text);
  if (milliseconds === 0) throw new InvalidArgumentError('It must be at least one minute: 1m.');
  return milliseconds;
}

const listOwners = (db: Database, companyId: number): CompanyRow[] =>
  [companies.find, companies.findSandbox].flatMap((query) => db.one(query, { companyId }) ?? []);

function describeIssued(issued: IssuedKey, context: Context): string {
  const { key, company, scopes, requests_per_minute: limit, expires_at } = issued;
  const until = expires_at === null ? '' : `, until ${formatTime(expires_at)}`;
  // With "all" nobody sees what was left out.
  const isAll = CONTRACT_SCOPES.every((scope) => scopes.includes(scope));
  const left = isAll ? ADDED_SCOPES.filter((scope) => !scopes.includes(scope)) : [];
  return [
    style(context, context.stdout, 'bold', key),
    '',
    `This is the only time the key is shown. ${nameOf(issued)} acts on ${escapeControl(company.name)}`,
    `with ${scopesOf(issued)}, ${limit} requests a minute${until}.`,
    ...(left.length === 0 ? [] : [`Left out, unless named with --scope: ${left.join(' ')}.`]),
  ].join('\n');
}

const nameOf = ({ name, hint }: ApiKey): string => `"${escapeControl(name)}" (${hint})`;

const scopesOf = ({ scopes }: ApiKey): string => scopes.join(' ');

const describeUse = ({ last_used_at, last_used_from }: ApiKey): string =>
  last_used_at === null ? 'never' : `${formatTime(last_used_at)} from ${last_used_from}`;

const ageOf = ({ created_at }: ApiKey, now: number): string =>
  `${Math.max(0, Math.floor((now - Date.parse(created_at)) / DAY_MS))}d`;

const KEYS: List<ApiKey> = {
  empty: 'There are no keys yet. Create one with: engaged key create',
  columns: [
    { heading: 'ID', value: (row) => row.id, noTruncate: true },
    { heading: 'NAME', value: (row) => row.name },
    { heading: 'STATE', value: (row, { now }) => stateOfKey(row, now()) },
    { heading: 'EXPIRES', value: (row) => row.expires_at?.slice(0, 10) ?? '', noTruncate: true },
    { heading: 'AGE', value: (row, { now }) => ageOf(row, now()), align: 'right' },
    { heading: 'LAST USED', value: describeUse, optional: true },
    { heading: 'KEY', value: (row) => row.hint, noTruncate: true, optional: true },
    {
      heading: 'A MINUTE',
      value: (row) => row.requests_per_minute,
      align: 'right',
      optional: true,
    },
    { heading: 'SCOPES', value: scopesOf, optional: true },
  ],
  csv: 'id hint name mode company.id company.name scopes requests_per_minute created_at:time expires_at:time revoked_at:time last_used_at:time last_used_from successor_id',
};
