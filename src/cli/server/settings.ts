import { resolve } from 'node:path';
import type { Command } from 'commander';
import { EngagedError, invalid, UsageError } from '../../domain/errors.ts';
import { requireLabel } from '../../domain/label.ts';
import { DEFAULT_DEPARTMENT_LIMIT, DEFAULT_SANDBOX_LIMIT } from '../../domain/limits.ts';
import { MAILBOX_FORM, type Mailbox, parseMailbox } from '../../domain/mail/mailbox.ts';
import { parseSmtpUrl, SMTP_URL_FORM, type SmtpServer } from '../../domain/mail/smtp-server.ts';
import { ROLES, type Role } from '../../domain/portal-role.ts';
import { DEFAULT_GRACE_HOURS, MAX_GRACE_HOURS } from '../../domain/standings/due-months.ts';
import { parseTrustedProxies, type TrustedProxies } from '../../http/admission/client-address.ts';
import { addressOf } from '../../http/base-path.ts';
import { isSafeAddress, type OidcSettings } from '../../portal/sign-in/oidc/settings.ts';
import { requireChoice, requireInteger } from '../../service/input.ts';
import type { MailTransport } from '../../service/mail/transport.ts';
import { LOG_LEVELS, type LogLevel } from '../../service/operations/log.ts';
import { parseAllowedTargets } from '../../service/webhooks/target.ts';
import type { Environment } from '../context.ts';
import { HOST_FORM, isHost } from './host.ts';
import { PUBLIC_URL_FORM, parsePublicUrl } from './public-url.ts';
import { MAX_SOCKET_PATH, type SocketPlace } from './socket.ts';
import type { TlsFiles } from './tls-files.ts';

/** How the server runs. The data file is not among them: every command finds it by `--data`. */
export type Settings = {
  host: string;
  port: number;
  /** The path of a socket to listen on in place of a port; undefined without one. */
  socket: string | undefined;
  /** Its permissions. */
  socketMode: number;
  /** Requests per minute from one address; 0 for no limit. */
  ipLimit: number;
  trustedProxies: TrustedProxies;
  /** Where browsers reach the service; undefined if that is not known. */
  publicUrl: URL | undefined;
  /** Whether browsers load pictures of other servers, which then see who looks. */
  externalPictures: boolean;
  /** A certificate and its key, with which the service serves HTTPS itself. */
  tlsCert: string | undefined;
  tlsKey: string | undefined;
  leaderboardCacheSeconds: number;
  departmentLimit: number;
  sandboxLimit: number;
  /** How long after its end a month is closed. */
  monthGraceHours: number;
  eventDays: number;
  /** How long decisions stay in the audit log; 0 for good. */
  auditDays: number;
  /** How long sync runs are kept; 0 for good. */
  runDays: number;
  /** How long versions of closed months are kept that another one has replaced; 0 for good. */
  standingsDays: number;
  /** How long a service that is to stop still answers, so that a balancer sends requests elsewhere first. */
  stopDelay: number;
  logLevel: LogLevel;
  /** The file of the access log, or `-`; undefined without one. */
  accessLog: string | undefined;
  /** The token for /metrics; undefined if the page is disabled. */
  metricsToken: string | undefined;
  /** The OpenID provider, as its tokens name it; undefined without one. */
  oidcIssuer: string | undefined;
  oidcClientId: string | undefined;
  oidcClientSecret: string | undefined;
  /** What the sign-in page calls the provider. */
  oidcName: string;
  /** The claim that gives roles; undefined if roles are given here. */
  oidcRoleClaim: string | undefined;
  oidcRoleMap: ReadonlyMap<string, Role>;
  /** What webhooks may call although it is refused otherwise; each is valid. */
  webhookAllow: readonly string[];
  slackAppToken: string | undefined;
  slackBotToken: string | undefined;
  /** Id or name. */
  slackCompany: string | undefined;
  /** The server that takes mail; undefined where none is sent. */
  smtpUrl: SmtpServer | undefined;
  /** The file with its password, in place of one in the address. */
  smtpPasswordFile: string | undefined;
  /** The sender of mail. */
  mailFrom: Mailbox | undefined;
  /** Mails a second, at most. */
  mailRate: number;
};

/** Those that say how mail is sent. */
export const MAIL_SETTINGS = ['smtpUrl', 'smtpPasswordFile', 'mailFrom'] as const;

type Setting<T> = {
  /** The placeholder of the flag's value in the help. */
  value: string;
  fallback: string;
  description: string;
  /** What the value may be; completes "must be …". */
  allowed: string;
  /** @throws EngagedError for a value that is not allowed */
  read: (text: string) => T;
  /** Never shown. */
  isSecret?: true;
};

const number = (min: number, max: number, fallback: number, description: string) =>
  ({
    value: 'n',
    fallback: String(fallback),
    description,
    allowed: `a whole number from ${min} to ${max}`,
    read: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return requireInteger('value', value, min, max);
    },
  }) satisfies Setting<number>;

/** A text that may be empty; then it is undefined. */
const optionalText = (value: string, pattern: RegExp, description: string, allowed: string) =>
  ({
    ...{ value, fallback: '', description, allowed },
    read: (text) => {
      if (text === '') return undefined;
      if (pattern.test(text)) return text;
      throw invalid('value');
    },
  }) satisfies Setting<string | undefined>;

const splitList = (text: string): string[] =>
  text === '' ? [] : text.split(',').map((one) => one.trim());

// Flags and environment variables are named after these: ipLimit, --ip-limit, ENGAGED_IP_LIMIT.
const SETTINGS: { [Name in keyof Settings]: Setting<Settings[Name]> } = {
  host: {
    value: 'address',
    fallback: '127.0.0.1',
    description: 'address to listen on; 0.0.0.0 for every IPv4 one',
    allowed: HOST_FORM,
    read: (text) => {
      if (isHost(text)) return text;
      throw invalid('host');
    },
  },
  port: number(0, 65_535, 8080, 'port to listen on; 0 for any free one'),
  socket: {
    value: 'file',
    fallback: '',
    description: 'Unix socket to listen on in place of a port, for a proxy on this machine',
    allowed: `a path of at most ${MAX_SOCKET_PATH} bytes`,
    read: (text) => {
      if (Buffer.byteLength(text) <= MAX_SOCKET_PATH) return text || undefined;
      throw invalid('socket');
    },
  },
  socketMode: {
    value: 'mode',
    fallback: '660',
    description: 'permissions of the socket: who may write to it may connect',
    allowed: 'three octal digits that begin with 6 or 7',
    read: (text) => {
      if (/^[67][0-7]{2}$/.test(text)) return Number.parseInt(text, 8);
      throw invalid('socket-mode');
    },
  },
  ipLimit: number(0, 1_000_000, 600, 'requests per minute from one address; 0 for no limit'),
  trustedProxies: {
    value: 'list',
    fallback: '',
    description:
      'trusted proxies for X-Forwarded-For: addresses or CIDR ranges, separated by commas',
    allowed: 'IP addresses or CIDR ranges such as 10.0.0.0/8, separated by commas',
    read: (text) => parseTrustedProxies(splitList(text)),
  },
  publicUrl: {
    value: 'url',
    fallback: '',
    description: 'address at which browsers reach the service, such as https://engaged.example.com',
    allowed: PUBLIC_URL_FORM,
    read: (text) => {
      if (text === '') return undefined;
      const url = parsePublicUrl(text);
      if (url) return url;
      throw invalid('public-url');
    },
  },
  externalPictures: {
    value: 'on|off',
    fallback: 'off',
    description: 'on: browsers load pictures from other servers, which then see who looks',
    allowed: 'on or off',
    read: (text) => requireChoice('value', text, ['on', 'off']) === 'on',
  },
  tlsCert: optionalText(
    'file',
    /./,
    'certificate in PEM, with those that it needs, to serve HTTPS',
    'a file',
  ),
  tlsKey: optionalText('file', /./, 'private key of the certificate, in PEM', 'a file'),
  leaderboardCacheSeconds: number(0, 30, 30, 'maximum age of a leaderboard'),
  departmentLimit: number(
    1,
    100_000,
    DEFAULT_DEPARTMENT_LIMIT,
    'maximum number of active departments per company',
  ),
  sandboxLimit: number(1, 100_000, DEFAULT_SANDBOX_LIMIT, 'maximum number of people in a sandbox'),
  monthGraceHours: number(
    0,
    MAX_GRACE_HOURS,
    DEFAULT_GRACE_HOURS,
    'hours after the end of a month at which it is closed',
  ),
  eventDays: number(1, 3_650, 30, 'days for which events are kept'),
  auditDays: number(0, 36_500, 0, 'days for which entries of the audit log are kept; 0 for good'),
  runDays: number(0, 36_500, 0, 'days for which sync runs are kept; 0 for good'),
  standingsDays: number(
    0,
    36_500,
    0,
    'days for which replaced standings of reopened months are kept; 0 for good',
  ),
  stopDelay: number(
    0,
    60,
    0,
    'seconds for which a stopping service still answers, but not at /readyz',
  ),
  logLevel: {
    value: 'level',
    fallback: 'info',
    description: `minimum log level: ${LOG_LEVELS.join(', ')}`,
    allowed: `one of ${LOG_LEVELS.join(', ')}`,
    read: (text) => requireChoice('log-level', text, LOG_LEVELS),
  },
  accessLog: optionalText(
    'file',
    /./,
    'file for one JSON line per request, or - for standard output; SIGHUP opens it again',
    'a file, or -',
  ),
  metricsToken: {
    ...optionalText(
      'token',
      /^[!-~]{16,256}$/,
      'bearer token required to read /metrics; prefer the environment variable, which does not appear in ps',
      '16 to 256 visible ASCII characters',
    ),
    isSecret: true,
  },
  oidcIssuer: {
    value: 'url',
    fallback: '',
    description:
      'OpenID provider with which people sign in to the portal, such as https://id.example.com',
    allowed: 'an https address as the provider writes it, or http on this machine',
    read: (text) => {
      if (text === '') return undefined;
      const url = URL.parse(text);
      const isIssuer = url && isSafeAddress(url) && url.search + url.hash + url.username === '';
      if (isIssuer) return text;
      throw invalid('oidc-issuer');
    },
  },
  oidcClientId: optionalText(
    'id',
    /^[ -~]{1,256}$/,
    'id of this service at the OpenID provider',
    '1 to 256 ASCII characters',
  ),
  oidcClientSecret: {
    ...optionalText(
      'secret',
      /^[ -~]{1,1024}$/,
      'secret of this service at the OpenID provider; prefer the environment variable, which does not appear in ps',
      '1 to 1024 ASCII characters',
    ),
    isSecret: true,
  },
  oidcName: {
    value: 'name',
    fallback: 'SSO',
    description: 'what the sign-in page calls the OpenID provider',
    allowed: '1 to 50 characters',
    read: (text) => requireLabel('value', text, 50),
  },
  oidcRoleClaim: optionalText(
    'claim',
    /^[!-~]{1,256}$/,
    'claim of the OpenID provider that gives portal roles, such as groups',
    '1 to 256 visible ASCII characters',
  ),
  oidcRoleMap: {
    value: 'list',
    fallback: '',
    description:
      'roles that values of the claim give, such as engaged-admins=admin, separated by commas',
    allowed: `VALUE=ROLE separated by commas, with the roles ${ROLES.join(', ')}`,
    read: (text) =>
      new Map(
        splitList(text).map((one) => {
          const [, value = '', name] = /^(.+)=(\w+)$/.exec(one) ?? [];
          const role = ROLES.find((role) => role === name);
          if (!role) throw invalid('oidc-role-map');
          return [value, role];
        }),
      ),
  },
  webhookAllow: {
    value: 'list',
    fallback: '',
    description:
      'what webhooks may call although it is refused otherwise: host names, addresses or CIDR ranges, separated by commas',
    allowed: 'host names, IP addresses or CIDR ranges such as 127.0.0.0/8, separated by commas',
    read: (text) => {
      const list = splitList(text);
      parseAllowedTargets(list);
      return list;
    },
  },
  slackAppToken: {
    ...optionalText(
      'token',
      /^xapp-[\w-]{10,300}$/,
      'app-level token (xapp-…) of the app in Slack; prefer the environment variable, which does not appear in ps',
      'a token that begins with xapp-',
    ),
    isSecret: true,
  },
  slackBotToken: {
    ...optionalText(
      'token',
      /^xoxb-[\w-]{10,300}$/,
      'bot token (xoxb-…) of the app in Slack; prefer the environment variable, which does not appear in ps',
      'a token that begins with xoxb-',
    ),
    isSecret: true,
  },
  slackCompany: optionalText(
    'company',
    /./,
    'company whose people are in the workspace of Slack, if there are several',
    'an id or a name',
  ),
  smtpUrl: {
    value: 'url',
    fallback: '',
    description:
      'server that takes mail, such as smtps://USER:PASSWORD@smtp.example.com; prefer the environment variable, which does not appear in ps',
    allowed: SMTP_URL_FORM,
    read: (text) => {
      if (text === '') return undefined;
      const server = parseSmtpUrl(text);
      if (server) return server;
      throw invalid('smtp-url');
    },
    isSecret: true,
  },
  smtpPasswordFile: optionalText(
    'file',
    /./,
    'file with the password for the server that takes mail, in place of one in smtp-url',
    'a file',
  ),
  mailFrom: {
    value: 'sender',
    fallback: '',
    description: 'sender of mail, such as Rewards <rewards@example.com>',
    allowed: MAILBOX_FORM,
    read: (text) => {
      if (text === '') return undefined;
      const mailbox = parseMailbox(text);
      if (mailbox) return mailbox;
      throw invalid('mail-from');
    },
  },
  mailRate: number(1, 100, 5, 'mails that are sent a second, at most'),
};

/** Values as they were written, by setting; without those that were not given. */
export type RawSettings = { readonly [Name in keyof Settings]?: string | undefined };

const SETTING_NAMES = Object.keys(SETTINGS) as (keyof Settings)[];

/** Those that say for how many days something is kept. */
export const RETENTION_SETTINGS = ['eventDays', 'auditDays', 'runDays', 'standingsDays'] as const;

/** Adds flags for settings. Values stay text: `readSettings` checks flags and variables alike. */
export function addSettingOptions<C extends Command>(
  command: C,
  names: readonly (keyof Settings)[] = SETTING_NAMES,
): C {
  for (const name of names) {
    const { value, fallback, description } = SETTINGS[name];
    const preset = fallback === '' ? '' : ` (default: ${fallback})`;
    command.option(`--${flagOf(name)} <${value}>`, `${description}${preset}`);
  }
  return command;
}

/** A setting as `doctor` shows it. */
export type EffectiveSetting = {
  name: keyof Settings;
  /** As its flag. */
  setting: string;
  value: string;
  /** `--flag`, the name of a variable, or `default`. */
  source: string;
  /** What the value must be instead; null if it is valid. */
  problem: string | null;
};

/** Every setting with its value and where that comes from. A secret is not shown. */
export const describeSettings = (flags: RawSettings, env: Environment): EffectiveSetting[] =>
  evaluateSettings(flags, env, SETTING_NAMES).map(({ name, text, source, problem }) => ({
    name,
    setting: flagOf(name),
    value: SETTINGS[name].isSecret && text !== '' ? '(set)' : text,
    source,
    problem,
  }));

/**
 * The settings in force: a flag takes precedence over its environment variable; an empty variable is ignored.
 *
 * @throws UsageError that names every wrong setting, where it came from, and what is allowed
 */
export function readSettings<Name extends keyof Settings>(
  flags: RawSettings,
  env: Environment,
  names: readonly Name[] = SETTING_NAMES as Name[],
): Pick<Settings, Name> {
  const settings = evaluateSettings(flags, env, names);
  const wrong = settings.filter(({ problem }) => problem);
  if (wrong[0]) {
    const problems = wrong.map(({ problem }) => problem).join('; ');
    throw new UsageError(problems, `--${flagOf(wrong[0].name)}`);
  }
  const values = settings.map(({ name, value }) => [name, value]);
  return Object.fromEntries(values) as Pick<Settings, Name>;
}

/** The socket on which the service listens; undefined for a port. @throws UsageError where something is missing */
export function toSocket(
  { socket, socketMode: mode, publicUrl, tlsCert }: Settings,
  cwd: string,
): SocketPlace | undefined {
  if (socket === undefined) return undefined;
  if (publicUrl === undefined) {
    throw new UsageError('socket needs public-url: no browser reaches a socket itself');
  }
  if (tlsCert !== undefined) {
    throw new UsageError('socket and tls-cert exclude each other: the proxy has the certificate');
  }
  return { path: resolve(cwd, socket), mode };
}

/** The files with which the service serves HTTPS itself. @throws UsageError for one without the other */
export function toTlsFiles({
  tlsCert: cert,
  tlsKey: key,
}: Pick<Settings, 'tlsCert' | 'tlsKey'>): TlsFiles | undefined {
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert === undefined && key === undefined) return undefined;
  throw new UsageError('tls-cert and tls-key need each other');
}

/**
 * How people sign in through an OpenID provider; undefined without one.
 *
 * @throws UsageError where something is missing
 */
export function toOidcSettings(settings: Settings): OidcSettings | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = settings;
  const { publicUrl, oidcName: name, oidcRoleClaim: roleClaim, oidcRoleMap: roleMap } = settings;
  if (issuer === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined || publicUrl === undefined) {
    throw new UsageError(
      'oidc-issuer needs oidc-client-id, oidc-client-secret and public-url, too',
    );
  }
  if (!isSafeAddress(publicUrl)) {
    throw new UsageError('oidc-issuer needs a public-url with https, or on this machine');
  }
  return {
    issuer,
    clientId,
    clientSecret,
    name,
    address: addressOf(publicUrl),
    roleClaim,
    roleMap,
  };
}

/**
 * How mail is sent; undefined where none is.
 *
 * @param cwd the folder to which the file with the password is relative
 * @throws UsageError where something is missing
 */
export function toMailTransport(
  {
    smtpUrl: server,
    smtpPasswordFile: file,
    mailFrom: from,
  }: Pick<Settings, (typeof MAIL_SETTINGS)[number]>,
  cwd: string,
): MailTransport | undefined {
  if (server === undefined) {
    if (file === undefined && from === undefined) return undefined;
    throw new UsageError('smtp-password-file and mail-from need smtp-url, too');
  }
  if (from === undefined) throw new UsageError('smtp-url needs mail-from, too');
  if ((server.user === undefined) !== (server.password === undefined && file === undefined))
    throw new UsageError('smtp-url needs a user with a password, or neither');
  if (server.password !== undefined && file !== undefined)
    throw new UsageError('smtp-password-file and a password in smtp-url exclude each other');
  return { server, from, passwordFile: file && resolve(cwd, file) };
}

/** How the service sends mail, whose links lead to its address; undefined where it sends none. @throws as `toMailTransport` */
export function toServiceMail(settings: Settings, cwd: string): MailTransport | undefined {
  const transport = toMailTransport(settings, cwd);
  if (transport && !(settings.publicUrl && isSafeAddress(settings.publicUrl))) {
    throw new UsageError('smtp-url needs a public-url with https, or on this machine');
  }
  return transport;
}

function evaluateSettings(
  flags: RawSettings,
  env: Environment,
  names: readonly (keyof Settings)[],
) {
  return names.map((name) => {
    const setting: Setting<unknown> = SETTINGS[name];
    const { text, source } = findText(name, setting, flags, env);
    try {
      return { name, text, source, value: setting.read(text), problem: null };
    } catch (error) {
      if (!(error instanceof EngagedError)) throw error;
      return { name, text, source, problem: `${source} must be ${setting.allowed}` };
    }
  });
}

function findText(
  name: keyof Settings,
  { fallback }: Setting<unknown>,
  flags: RawSettings,
  env: Environment,
): { text: string; source: string } {
  const flag = flagOf(name);
  const fromFlag = flags[name];
  if (fromFlag !== undefined) return { text: fromFlag, source: `--${flag}` };
  const variable = environmentNameOf(flag);
  const fromVariable = env[variable];
  return fromVariable
    ? { text: fromVariable, source: variable }
    : { text: fallback, source: 'default' };
}

const flagOf = (name: string): string => name.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** The environment variable of a setting: `ip-limit`, ENGAGED_IP_LIMIT. */
export const environmentNameOf = (flag: string): string =>
  `ENGAGED_${flag.toUpperCase().replaceAll('-', '_')}`;

/** The environment variables of all settings. */
export const settingVariables: readonly string[] = SETTING_NAMES.map((name) =>
  environmentNameOf(flagOf(name)),
);
