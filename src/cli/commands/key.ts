import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Mode, SCOPES, type Scope } from '../../domain/api-key.ts';
import { DAY_MS, parseDuration } from '../../domain/duration.ts';
import { notFound } from '../../domain/errors.ts';
import { type WriteContext, writeCompany } from '../../service/company-write.ts';
import {
  type ApiKey,
  createKey,
  DEFAULT_REQUESTS_PER_MINUTE,
  type IssuedKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../service/keys.ts';
import type { CompanyRow } from '../../store/companies.ts';
import * as companies from '../../store/companies.ts';
import type { Database } from '../../store/database.ts';
import { addCommand, type CommonOptions, wholeNumber } from '../command.ts';
import { addCompanyOption, type CompanyOption, resolveCompany } from '../company-option.ts';
import type { Context } from '../context.ts';
import { withDataFile } from '../data-file-option.ts';
import { escapeControl, formatMinute, print, printNotice, style } from '../output.ts';
import { table } from '../table.ts';

type CreateOptions = CommonOptions & {
  company?: string;
  mode: Mode;
  name: string;
  scope: Scope[];
  rateLimit: number;
  expiresIn?: number;
};

/** `engaged key …`: who may call the API, and what for. */
export function addKeyCommands(program: Command, context: Context): void {
  const key = program.command('key').description('API keys: create, list, revoke, rotate');

  addCommand(key, 'create', {
    description: 'Create a key. It is shown once; only a hash of it is kept.',
    example:
      'engaged key create --mode live --name "HR sync" --scope employees:read --scope employees:write',
  })
    .option('--company <company>', 'company, by id or name')
    .addOption(
      new Option('--mode <mode>', 'live: real data, test: the sandbox')
        .choices(['live', 'test'])
        .makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption(
      '--scope <scope>',
      `a scope, or "all"; repeat for several: ${SCOPES.join(', ')}`,
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
    .action((options: CreateOptions) =>
      withDataFile(context, options, (db) => {
        const { company: named } = options;
        const company = resolveCompany(db, {
          ...(named === undefined ? {} : { company: named }),
          test: options.mode === 'test',
        });
        const now = context.now();
        const order = { companyId: company.companyId, now, actor: context.actor };
        const issued = writeCompany(db, order, (write) =>
          createKey(write, {
            name: options.name,
            scopes: options.scope,
            requestsPerMinute: options.rateLimit,
            expiresAt: options.expiresIn === undefined ? null : now + options.expiresIn,
          }),
        );
        printIssued(context, options, issued);
      }),
    );

  addCompanyOption(
    addCommand(key, 'list', {
      description: "List a company's keys and its sandbox's, or with --test the sandbox's alone",
      example: 'engaged key list --company Acme',
    }),
  ).action((options: CommonOptions & CompanyOption) =>
    withDataFile(context, options, (db) => {
      const now = context.now();
      const company = resolveCompany(db, options);
      const rows = withSandbox(db, company).flatMap(({ companyId }) => listKeys(db, companyId));
      print(context, options, rows, () =>
        table(
          context,
          rows,
          [
            { heading: 'ID', value: (row) => row.id, noTruncate: true },
            { heading: 'NAME', value: (row) => row.name },
            { heading: 'STATE', value: (row) => stateOf(row, now) },
            {
              heading: 'EXPIRES',
              value: (row) => row.expires_at?.slice(0, 10) ?? '',
              noTruncate: true,
            },
            { heading: 'AGE', value: (row) => ageOf(row, now), align: 'right' },
            { heading: 'LAST USED', value: lastUseOf, optional: true },
            {
              heading: 'KEY',
              value: (row) => row.hint,
              noTruncate: true,
              optional: true,
            },
            {
              heading: 'A MINUTE',
              value: (row) => row.requests_per_minute,
              align: 'right',
              optional: true,
            },
            { heading: 'SCOPES', value: scopesInWords, optional: true },
          ],
          'There are no keys yet. Create one with: engaged key create',
        ),
      );
    }),
  );

  addCommand(key, 'revoke <id>', {
    description: 'End a key at once and for good, also on a running server',
    example: 'engaged key revoke 01997a3c-8f2e-7000-9c6d-3b1f0a5e2d47',
  }).action((id: string, options: CommonOptions) =>
    withDataFile(context, options, (db) => {
      const revoked = writeCompany(db, writeContext(context, db, id), (write) =>
        revokeKey(write, id.toLowerCase()),
      );
      print(context, options, revoked, () => `Revoked ${nameOf(revoked)}.`);
    }),
  );

  addCommand(key, 'rotate <id>', {
    description:
      'Create a successor with the same name, scopes and limit; the old key lives on for a while',
    example: 'engaged key rotate 01997a3c-8f2e-7000-9c6d-3b1f0a5e2d47 --overlap 24h',
  })
    .addOption(
      new Option('--overlap <duration>', 'how long the old key still works')
        .argParser(duration)
        .default(parseDuration('24h'), '24h'),
    )
    .action((id: string, options: CommonOptions & { overlap: number }) =>
      withDataFile(context, options, (db) => {
        const { issued, replaced } = writeCompany(db, writeContext(context, db, id), (write) =>
          rotateKey(write, id.toLowerCase(), options.overlap),
        );
        printIssued(context, options, issued);
        printNotice(context, `The old key works until ${inUtc(replaced.expires_at ?? '')}.`);
      }),
    );
}

function scope(text: string, before: Scope[] | undefined): Scope[] {
  if (text === 'all') return [...SCOPES];
  const known = SCOPES.find((candidate) => candidate === text);
  if (!known) throw new InvalidArgumentError(`Allowed are: ${SCOPES.join(', ')}, all.`);
  return [...(before ?? []), known];
}

function duration(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) {
    throw new InvalidArgumentError('It must be a number of minutes, hours or days: 30m, 24h, 90d.');
  }
  return milliseconds;
}

/** A key must not expire at its creation. */
function lifetime(text: string): number {
  const milliseconds = duration(text);
  if (milliseconds === 0) throw new InvalidArgumentError('It must be at least one minute: 1m.');
  return milliseconds;
}

function writeContext(context: Context, db: Database, keyId: string): WriteContext {
  const owner = db.one(companies.findByKey, { keyId: keyId.toLowerCase() });
  if (!owner) throw notFound('There is no key with this id. See: engaged key list');
  return { companyId: owner.companyId, now: context.now(), actor: context.actor };
}

function withSandbox(db: Database, company: CompanyRow): CompanyRow[] {
  const sandbox = db.one(companies.findSandbox, { companyId: company.companyId });
  return sandbox ? [company, sandbox] : [company];
}

function printIssued(context: Context, options: CommonOptions, issued: IssuedKey): void {
  print(context, options, issued, () =>
    [
      style(context, context.stdout, 'bold', issued.key),
      '',
      `This is the only time the key is shown. ${nameOf(issued)} acts on ${escapeControl(issued.company.name)}`,
      `with ${scopesInWords(issued)}, ${issued.requests_per_minute} requests a minute${
        issued.expires_at === null ? '' : `, until ${inUtc(issued.expires_at)}`
      }.`,
    ].join('\n'),
  );
}

const nameOf = (record: ApiKey): string => `"${escapeControl(record.name)}" (${record.hint})`;

const scopesInWords = (record: ApiKey): string =>
  record.scopes.length === SCOPES.length ? 'all scopes' : record.scopes.join(' ');

const lastUseOf = ({ last_used_at, last_used_from }: ApiKey): string =>
  last_used_at === null ? 'never' : `${inUtc(last_used_at)} from ${last_used_from}`;

const inUtc = (time: string): string => `${formatMinute(time)} UTC`;

const ageOf = ({ created_at }: ApiKey, now: number): string =>
  `${Math.max(0, Math.floor((now - Date.parse(created_at)) / DAY_MS))}d`;

const stateOf = (key: ApiKey, now: number): string =>
  key.revoked_at !== null
    ? 'revoked'
    : key.expires_at !== null && Date.parse(key.expires_at) <= now
      ? 'expired'
      : key.successor_id !== null
        ? 'rotated'
        : 'active';
