import { dirname } from 'node:path';
import { type Deployment, folderOf } from './deployment.ts';

/** What happens every night: a backup, then the import of the roster. */
export type Nightly = {
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

/** The words of the backup, the program first. */
export const backupWords = (it: Deployment, { keep, backups }: Nightly): string[] => [
  ...[it.program, 'backup', '--keep', String(keep), backups],
  ...['--quiet', '--data', it.file],
];

/** The words of the import, the program first. */
export const importWords = (it: Deployment, nightly: Nightly): string[] => [
  ...[it.program, 'import', nightly.roster],
  ...(nightly.company === undefined ? [] : ['--company', nightly.company]),
  ...(nightly.profile === undefined ? [] : ['--profile', nightly.profile]),
  ...nightly.where.flatMap((filter) => ['--where', filter]),
  ...(nightly.deactivateMissing ? ['--deactivate-missing'] : []),
  ...['--rejects', nightly.rejects, '--quiet', '--data', it.file],
];

/** The folders that both write to, beside that of the data file. */
export const foldersWritten = (it: Deployment, { backups, rejects }: Nightly): string[] =>
  [...new Set([backups, dirname(rejects)])].filter((folder) => folder !== folderOf(it));
