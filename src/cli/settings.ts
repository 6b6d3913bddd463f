import type { Command } from 'commander';
import { EngagedError, invalid } from '../domain/errors.ts';
import { DEFAULT_DEPARTMENT_LIMIT, DEFAULT_SANDBOX_LIMIT } from '../domain/limits.ts';
import { parseTrustedProxies, type TrustedProxies } from '../http/client-address.ts';
import { requireChoice, requireInteger } from '../service/input.ts';
import { LOG_LEVELS, type LogLevel } from '../service/log.ts';
import { type Environment, UsageError } from './context.ts';
import { HOST_FORM, isHost } from './host.ts';

/** How the server runs. Where its data lies is decided like for every other command, by `--data`. */
export type Settings = {
  host: string;
  port: number;
  /** Requests a minute from one address; 0 for no ceiling. */
  ipLimit: number;
  trustedProxies: TrustedProxies;
  leaderboardCacheSeconds: number;
  departmentLimit: number;
  sandboxLimit: number;
  logLevel: LogLevel;
  /** The token for /metrics; undefined if the page is disabled. */
  metricsToken: string | undefined;
};

type Setting<T> = {
  /** The flag without its dashes. The environment variable is the same name: `ip-limit`, ENGAGED_IP_LIMIT. */
  flag: string;
  value: string;
  fallback: string;
  description: string;
  /** What may stand there; completes "must be …". */
  allowed: string;
  /** @throws EngagedError for what is not allowed */
  read: (text: string) => T;
  /** Never shown. */
  isSecret?: true;
};

const number = (flag: string, least: number, most: number, fallback: number, description: string) =>
  ({
    flag,
    value: 'n',
    fallback: String(fallback),
    description,
    allowed: `a whole number from ${least} to ${most}`,
    read: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return requireInteger(flag, value, least, most);
    },
  }) satisfies Setting<number>;

const SETTINGS: { [Name in keyof Settings]: Setting<Settings[Name]> } = {
  host: {
    flag: 'host',
    value: 'address',
    fallback: '127.0.0.1',
    description: 'address to listen on; 0.0.0.0 for every IPv4 one',
    allowed: HOST_FORM,
    read: (text) => {
      if (isHost(text)) return text;
      throw invalid('host');
    },
  },
  port: number('port', 0, 65_535, 8080, 'port to listen on; 0 for any free one'),
  ipLimit: number(
    'ip-limit',
    0,
    1_000_000,
    600,
    'requests per minute from one address; 0 for no limit',
  ),
  trustedProxies: {
    flag: 'trusted-proxies',
    value: 'list',
    fallback: '',
    description:
      'trusted proxies for X-Forwarded-For: addresses or CIDR ranges, separated by commas',
    allowed: 'IP addresses or CIDR ranges such as 10.0.0.0/8, separated by commas',
    read: (text) =>
      parseTrustedProxies(text === '' ? [] : text.split(',').map((one) => one.trim())),
  },
  leaderboardCacheSeconds: number(
    'leaderboard-cache-seconds',
    0,
    30,
    30,
    'maximum age of a leaderboard',
  ),
  departmentLimit: number(
    'department-limit',
    1,
    100_000,
    DEFAULT_DEPARTMENT_LIMIT,
    'maximum number of active departments per company',
  ),
  sandboxLimit: number(
    'sandbox-limit',
    1,
    100_000,
    DEFAULT_SANDBOX_LIMIT,
    'maximum number of people in a sandbox',
  ),
  logLevel: {
    flag: 'log-level',
    value: 'level',
    fallback: 'info',
    description: `minimum log level: ${LOG_LEVELS.join(', ')}`,
    allowed: `one of ${LOG_LEVELS.join(', ')}`,
    read: (text) => requireChoice('log-level', text, LOG_LEVELS),
  },
  metricsToken: {
    flag: 'metrics-token',
    value: 'token',
    fallback: '',
    description:
      'bearer token required to read /metrics; prefer the environment variable, which does not appear in ps',
    allowed: '16 to 256 visible ASCII characters',
    read: (text) => {
      if (text === '') return undefined;
      if (/^[!-~]{16,256}$/.test(text)) return text;
      throw invalid('metrics-token');
    },
    isSecret: true,
  },
};

/** Values as they were written, by setting; what was not given is missing. */
export type RawSettings = { readonly [Name in keyof Settings]?: string | undefined };

/** Adds a flag for every setting. Their values stay text: `readSettings` judges flags and variables alike. */
export function addSettingOptions(command: Command): Command {
  for (const { flag, value, fallback, description } of Object.values(SETTINGS)) {
    const preset = fallback === '' ? '' : ` (default: ${fallback})`;
    command.option(`--${flag} <${value}>`, `${description}${preset}`);
  }
  return command;
}

/** A setting as `doctor` shows it. */
export type EffectiveSetting = {
  setting: string;
  value: string;
  /** `--flag`, the name of a variable, or `default`. */
  source: string;
  /** What must be there instead; null where all is well. */
  problem: string | null;
};

/** Every setting with its value and where that comes from. A secret is only said to be set. */
export function describeSettings(flags: RawSettings, env: Environment): EffectiveSetting[] {
  return Object.entries(SETTINGS).map(([name, setting]: [string, Setting<unknown>]) => {
    const { flag, fallback, allowed } = setting;
    const { text, source } = rawValueOf(setting, flags[name as keyof Settings], env);
    const value = setting.isSecret && text !== '' ? '(set)' : text;
    try {
      setting.read(source === 'default' ? fallback : text);
      return {
        setting: flag,
        value: source === 'default' ? fallback : value,
        source,
        problem: null,
      };
    } catch (error) {
      if (!(error instanceof EngagedError)) throw error;
      return { setting: flag, value, source, problem: `${source} must be ${allowed}` };
    }
  });
}

/** The environment variable of a setting: `ip-limit`, ENGAGED_IP_LIMIT. */
export const environmentNameOf = (flag: string): string =>
  `ENGAGED_${flag.toUpperCase().replaceAll('-', '_')}`;

function rawValueOf<T>({ flag }: Setting<T>, written: string | undefined, env: Environment) {
  if (written !== undefined) return { text: written, source: `--${flag}` };
  const variable = environmentNameOf(flag);
  const text = env[variable];
  return text ? { text, source: variable } : { text: '', source: 'default' };
}

/**
 * The settings in force: a flag wins over its environment variable, an empty variable is none.
 *
 * @throws UsageError that names every wrong setting, where it came from, and what is allowed
 */
export function readSettings(flags: RawSettings, env: Environment): Settings {
  const problems: string[] = [];
  const read = <T>(setting: Setting<T>, flag: string | undefined): T => {
    const { text, source } = rawValueOf(setting, flag, env);
    try {
      return setting.read(source === 'default' ? setting.fallback : text);
    } catch (error) {
      if (!(error instanceof EngagedError)) throw error;
      problems.push(`${source} must be ${setting.allowed}`);
      return setting.read(setting.fallback);
    }
  };
  const settings: Settings = {
    host: read(SETTINGS.host, flags.host),
    port: read(SETTINGS.port, flags.port),
    ipLimit: read(SETTINGS.ipLimit, flags.ipLimit),
    trustedProxies: read(SETTINGS.trustedProxies, flags.trustedProxies),
    leaderboardCacheSeconds: read(SETTINGS.leaderboardCacheSeconds, flags.leaderboardCacheSeconds),
    departmentLimit: read(SETTINGS.departmentLimit, flags.departmentLimit),
    sandboxLimit: read(SETTINGS.sandboxLimit, flags.sandboxLimit),
    logLevel: read(SETTINGS.logLevel, flags.logLevel),
    metricsToken: read(SETTINGS.metricsToken, flags.metricsToken),
  };
  if (problems.length > 0) throw new UsageError(problems.join('; '));
  return settings;
}
