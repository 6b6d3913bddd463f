import { UsageError } from '../../domain/errors.ts';
import { shellWord } from '../../domain/shell-word.ts';
import type { CommonOptions } from '../command.ts';
import type { Context } from '../context.ts';
import { STANDARD_INPUT } from '../input-file.ts';
import type { CompanyOption } from '../options/company-option.ts';
import type { WithProfile } from './profile.ts';
import { type Service, toService } from './remote-sync.ts';

export type ImportOptions = CommonOptions &
  CompanyOption &
  WithProfile & {
    deactivateMissing?: boolean;
    maxDeactivations?: number;
    updateProfiles?: boolean;
    allowMissingEmail?: boolean;
    dryRun?: boolean;
    rejects?: string;
    url?: string;
    key?: string;
  };

/**
 * The service that an import goes to, or null where it goes into a data file. ENGAGED_URL speaks only where
 * no `--data` does.
 *
 * @throws UsageError for options that exclude each other
 */
export function findService(context: Context, options: ImportOptions): Service | null {
  const { env } = context;
  const fallback = options.data === undefined ? env.ENGAGED_URL || undefined : undefined;
  const address = options.url ?? fallback;
  if (address === undefined) {
    if (options.key === undefined) return null;
    throw new UsageError('--key goes with --url', '--key');
  }
  const sent = options.url === undefined ? 'ENGAGED_URL' : '--url';
  if (options.updateProfiles) {
    throw new UsageError(
      `--update-profiles works on the machine of the service, with --data instead of ${sent}`,
      '--update-profiles',
    );
  }
  if (options.noEmailDomain !== undefined) {
    throw new UsageError(
      `--no-email-domain works on the machine of the service, with --data instead of ${sent}`,
      '--no-email-domain',
    );
  }
  if (options.allowMissingEmail && options.deactivateMissing) {
    throw new UsageError(
      `--allow-missing-email and --deactivate-missing exclude each other with ${sent}: a service cannot be told whom rows without an email name. Import on its machine with --data`,
      '--allow-missing-email',
    );
  }
  if (options.data !== undefined)
    throw new UsageError('--url and --data exclude each other', '--url');
  if (options.company !== undefined || options.test) {
    throw new UsageError(
      `--company and --test are for a data file. With ${sent} the key says which company it is`,
      '--company',
    );
  }
  return toService(address, options.key ?? env.ENGAGED_KEY);
}

/** What a command line says differently than the one that was given. */
export type Changes = Pick<
  ImportOptions,
  'maxDeactivations' | 'updateProfiles' | 'dryRun' | 'json'
>;

/**
 * The same import as a line to copy into a shell, with `changes`. The key is not in it.
 */
export function toCommandLine(file: string, given: ImportOptions, changes: Changes): string {
  const options = { ...given, ...changes };
  const path = file.startsWith('-') && file !== STANDARD_INPUT ? `./${file}` : file;
  const words = ['engaged', 'import', path];
  const value = (flag: string, text: string | number | undefined) => {
    if (text !== undefined) words.push(flag, String(text));
  };
  const flag = (name: string, isSet: boolean | undefined) => {
    if (isSet) words.push(name);
  };
  value('--data', options.data);
  value('--url', options.url);
  value('--company', options.company);
  flag('--test', options.test);
  value('--profile', options.profile);
  value('--delimiter', options.delimiter === '\t' ? 'tab' : options.delimiter);
  value('--encoding', options.encoding);
  value('--sheet', options.sheet);
  value('--skip-lines', options.skipLines);
  for (const map of options.map ?? []) value('--map', map);
  for (const where of options.where ?? []) value('--where', where);
  flag('--deactivate-missing', options.deactivateMissing);
  value('--max-deactivations', options.maxDeactivations);
  flag('--allow-missing-email', options.allowMissingEmail);
  value('--no-email-domain', options.noEmailDomain);
  flag('--update-profiles', options.updateProfiles);
  value('--rejects', options.rejects);
  flag('--dry-run', options.dryRun);
  flag('--quiet', options.quiet && !options.json);
  flag('--json', options.json);
  return words.map(shellWord).join(' ');
}
