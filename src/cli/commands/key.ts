import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Mode, SCOPES, type Scope } from '../../domain/api-key.ts';
import { parseDuration } from '../../domain/duration.ts';
import { notFound } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
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
import { escapeControl, formatTime, print, printNotice, style } from '../output.ts';
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
        const issued = createKey(db, {
          companyId: company.companyId,
          now,
          actor: context.actor,
          name: options.name,
          scopes: options.scope,
          requestsPerMinute: options.rateLimit,
          expiresAt: options.expiresIn === undefined ? null : now + options.expiresIn,
        });
        printIssued(context, options, issued, company);
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
      const rows = withSandbox(db, company).flatMap((owner) =>
        listKeys(db, owner.companyId).map((record) => ({ record, owner })),
      );
      print(
        context,
        options,
        rows.map(({ record, owner }) => toJsonKey(record, owner)),
        () =>
          table(
            context,
            rows,
            [
              { heading: 'ID', value: ({ record }) => record.id, noTruncate: true },
              { heading: 'NAME', value: ({ record }) => record.name },
              { heading: 'STATE', value: ({ record }) => stateOf(record, now) },
              {
                heading: 'EXPIRES',
                value: ({ record }) => isoDate(record.expiresAt),
                noTruncate: true,
              },
              { heading: 'AGE', value: ({ record }) => ageOf(record, now), align: 'right' },
              { heading: 'LAST USED', value: ({ record }) => lastUseOf(record), optional: true },
              {
                heading: 'KEY',
                value: ({ record }) => record.hint,
                noTruncate: true,
                optional: true,
              },
              {
                heading: 'A MINUTE',
                value: ({ record }) => record.requestsPerMinute,
                align: 'right',
                optional: true,
              },
              { heading: 'SCOPES', value: ({ record }) => scopesInWords(record), optional: true },
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
      const owner = ownerOf(db, id);
      const revoked = revokeKey(db, {
        companyId: owner.companyId,
        now: context.now(),
        actor: context.actor,
        id: id.toLowerCase(),
      });
      print(context, options, toJsonKey(revoked, owner), () => `Revoked ${nameOf(revoked)}.`);
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
        const owner = ownerOf(db, id);
        const { issued, replaced } = rotateKey(db, {
          companyId: owner.companyId,
          now: context.now(),
          actor: context.actor,
          id: id.toLowerCase(),
          overlap: options.overlap,
        });
        printIssued(context, options, issued, owner);
        printNotice(context, `The old key works until ${formatTime(replaced.expiresAt)}.`);
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

function ownerOf(db: Database, id: string): CompanyRow {
  const owner = db.one(companies.findByKey, { keyId: id.toLowerCase() });
  if (!owner) throw notFound('There is no key with this id. See: engaged key list');
  return owner;
}

function withSandbox(db: Database, company: CompanyRow): CompanyRow[] {
  const sandbox = db.one(companies.findSandbox, { companyId: company.companyId });
  return sandbox ? [company, sandbox] : [company];
}

function printIssued(
  context: Context,
  options: CommonOptions,
  { key, record }: IssuedKey,
  owner: CompanyRow,
): void {
  print(context, options, { ...toJsonKey(record, owner), key }, () =>
    [
      style(context, context.stdout, 'bold', key),
      '',
      `This is the only time the key is shown. ${nameOf(record)} acts on ${escapeControl(owner.name)}`,
      `with ${scopesInWords(record)}, ${record.requestsPerMinute} requests a minute${
        record.expiresAt === null ? '' : `, until ${formatTime(record.expiresAt)}`
      }.`,
    ].join('\n'),
  );
}

const toJsonKey = (record: ApiKey, owner: CompanyRow) => ({
  id: record.id,
  hint: record.hint,
  name: record.name,
  mode: owner.mode,
  company: { id: owner.id, name: owner.name },
  scopes: record.scopes,
  requests_per_minute: record.requestsPerMinute,
  created_at: isoTime(record.createdAt),
  expires_at: isoTime(record.expiresAt),
  revoked_at: isoTime(record.revokedAt),
  last_used_at: isoTime(record.lastUsedAt),
  last_used_from: record.lastUsedFrom,
  successor_id: record.successorId,
});

const nameOf = (record: ApiKey): string => `"${escapeControl(record.name)}" (${record.hint})`;

const scopesInWords = (record: ApiKey): string =>
  record.scopes.length === SCOPES.length ? 'all scopes' : record.scopes.join(' ');

const lastUseOf = ({ lastUsedAt, lastUsedFrom }: ApiKey): string =>
  lastUsedAt === null ? 'never' : `${formatTime(lastUsedAt)} from ${lastUsedFrom}`;

const isoDate = (time: number | null): string => isoTime(time)?.slice(0, 10) ?? '';

const ageOf = ({ createdAt }: ApiKey, now: number): string =>
  `${Math.max(0, Math.floor((now - createdAt) / 86_400_000))}d`;

const stateOf = (record: ApiKey, now: number): string =>
  record.revokedAt !== null
    ? 'revoked'
    : record.expiresAt !== null && record.expiresAt <= now
      ? 'expired'
      : record.successorId !== null
        ? 'rotated'
        : 'active';
