import { dirname, resolve } from 'node:path';
import { shellWord } from '../../domain/shell-word.ts';
import { readText } from '../../store/files/read-text.ts';
import { wholeNumber } from '../command.ts';
import type { Context } from '../context.ts';
import { isProfileFile } from '../roster/profile.ts';
import { type Deployment, folderOf, placesOf } from './deployment.ts';
import type { DeployOptions, Kind } from './kind.ts';
import { collectLine, oneLine, timeOfDay } from './option-values.ts';
import { commandWord, unitPath, unitPlaces, unitWord } from './systemd.ts';
import { fill } from './template.ts';

const UNIT = readText(new URL('./templates/engaged-nightly.service', import.meta.url));
const TIMER = readText(new URL('./templates/engaged-nightly.timer', import.meta.url));
const CRONTAB = readText(new URL('./templates/crontab', import.meta.url));

/** What happens every night: a backup, then the import of the roster. */
type Nightly = {
  /** Time of day of the backup on the target machine, `02:15`. */
  at: string;
  roster: string;
  rejects: string;
  /** Folder of the backups, and how many are kept there. */
  backups: string;
  keep: number;
  company: string | undefined;
  profile: string | undefined;
  where: readonly string[];
  deactivateMissing: boolean;
};

/** A systemd unit that runs the nightly job once (systemd.service). */
function nightlyUnit(deployment: Deployment, nightly: Nightly): string {
  const command = (words: readonly string[]) => words.map(commandWord).join(' ');
  const others = foldersWritten(deployment, nightly);
  return fill(UNIT, {
    ...nightlyPlaces(deployment, nightly),
    ...unitPlaces(deployment, [
      deployment.file,
      deployment.program,
      nightly.roster,
      nightly.profile ?? '',
      ...others,
    ]),
    filePath: unitPath(deployment.file),
    backup: command(backupWords(deployment, nightly)),
    import: command(importWords(deployment, nightly)),
    writable: [folderOf(deployment), ...others].map(unitWord).join(' '),
  });
}

/** The timer of that unit (systemd.timer). */
const nightlyTimer = (deployment: Deployment, nightly: Nightly): string =>
  fill(TIMER, nightlyPlaces(deployment, nightly));

/** Minutes from the backup to the import. */
const IMPORT_AFTER = 30;

/** A file for /etc/cron.d (crontab(5)). */
function nightlyCrontab(deployment: Deployment, nightly: Nightly): string {
  const [hour = 0, minute = 0] = nightly.at.split(':').map(Number);
  const job = (after: number, words: readonly string[]) => {
    const at = hour * 60 + minute + after;
    return `${at % 60} ${Math.floor(at / 60) % 24} * * *  engaged  ${words.map(cronWord).join(' ')}`;
  };
  return fill(CRONTAB, {
    ...nightlyPlaces(deployment, nightly),
    after: IMPORT_AFTER,
    variables: deployment.variables.map(([name, value]) => `${name}=${value}`).join('\n'),
    backup: job(0, backupWords(deployment, nightly)),
    import: job(IMPORT_AFTER, importWords(deployment, nightly)),
  });
}

// Cron makes a new line of % unless a backslash precedes it.
const cronWord = (text: string): string => shellWord(text).replaceAll('%', '\\%');

const nightlyPlaces = (deployment: Deployment, nightly: Nightly) => ({
  ...placesOf(deployment),
  at: nightly.at,
  keep: nightly.keep,
  folders: foldersWritten(deployment, nightly)
    .map((folder) => `#   install -d -o engaged -g engaged -m 700 ${shellWord(folder)}`)
    .join('\n'),
});

/** The words of the backup, the program first. */
const backupWords = (deployment: Deployment, { keep, backups }: Nightly): string[] => [
  ...[deployment.program, 'backup', '--keep', String(keep), backups],
  ...['--quiet', '--data', deployment.file],
];

/** The words of the import, the program first. */
const importWords = (deployment: Deployment, nightly: Nightly): string[] => [
  ...[deployment.program, 'import', nightly.roster],
  ...(nightly.company === undefined ? [] : ['--company', nightly.company]),
  ...(nightly.profile === undefined ? [] : ['--profile', nightly.profile]),
  ...nightly.where.flatMap((filter) => ['--where', filter]),
  ...(nightly.deactivateMissing ? ['--deactivate-missing'] : []),
  ...['--rejects', nightly.rejects, '--quiet', '--data', deployment.file],
];

/** The folders that both write to, beside that of the data file. */
const foldersWritten = (deployment: Deployment, { backups, rejects }: Nightly): string[] =>
  [...new Set([backups, dirname(rejects)])].filter((folder) => folder !== folderOf(deployment));

type NightlyOptions = DeployOptions & {
  at: string;
  roster: string;
  rejects?: string;
  backups: string;
  keep: number;
  company?: string;
  profile?: string;
  where?: string[];
  deactivateMissing?: boolean;
};

/** Recipes for the nightly job. */
export const NIGHTLY: Kind<NightlyOptions, Nightly> = {
  flags: "--roster /srv/hr/roster.csv --where 'Status=Active'",
  addOptions: (command) =>
    command
      .option('--at <time>', 'time of day of the backup', timeOfDay, '02:15')
      .option('--roster <file>', 'roster to import', oneLine, '/srv/hr/roster.csv')
      .option('--rejects <file>', 'where failed rows go (default: beside the data file)', oneLine)
      .option('--backups <folder>', 'where backups go', oneLine, '/var/backups/engaged')
      .option('--keep <n>', 'how many backups are kept', wholeNumber(1, 10_000), 14)
      .option('--company <company>', 'as in engaged import', oneLine)
      .option('--profile <profile>', 'as in engaged import', oneLine)
      .option('--where <filter>', 'as in engaged import; repeat to combine', collectLine)
      .option('--deactivate-missing', 'as in engaged import'),
  toInput: toNightly,
  recipes: {
    nightly: {
      description:
        'Print a systemd unit for the nightly backup and roster import, and how to set it up',
      fileName: 'engaged-nightly.service',
      needsFile: true,
      write: nightlyUnit,
    },
    'nightly-timer': {
      description: 'Print the systemd timer of that unit',
      fileName: 'engaged-nightly.timer',
      needsFile: true,
      write: nightlyTimer,
    },
    cron: {
      description: 'Print a file for /etc/cron.d with the nightly backup and roster import',
      fileName: 'engaged',
      needsFile: true,
      write: nightlyCrontab,
    },
  },
};

function toNightly(options: NightlyOptions, deployment: Deployment, context: Context): Nightly {
  const { profile, rejects = resolve(folderOf(deployment), 'rejects.csv') } = options;
  const path = (text: string) => resolve(context.cwd, text);
  return {
    at: options.at,
    roster: path(options.roster),
    rejects: path(rejects),
    backups: path(options.backups),
    keep: options.keep,
    company: options.company,
    profile: profile === undefined || !isProfileFile(profile) ? profile : path(profile),
    where: options.where ?? [],
    deactivateMissing: options.deactivateMissing ?? false,
  };
}
