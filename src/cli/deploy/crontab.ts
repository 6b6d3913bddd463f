import { shellWord } from '../../domain/shell-word.ts';
import { cronPath, type Deployment } from './deployment.ts';
import { backupWords, foldersWritten, importWords, type Nightly } from './nightly.ts';

/** Minutes from the backup to the import. */
const IMPORT_AFTER = 30;

/** A file for /etc/cron.d (crontab(5)). */
export function nightlyCrontab(it: Deployment, nightly: Nightly): string {
  const [hour = 0, minute = 0] = nightly.at.split(':').map(Number);
  const job = (after: number, words: readonly string[]) => {
    const at = hour * 60 + minute + after;
    return `${at % 60} ${Math.floor(at / 60) % 24} * * *  engaged  ${words.map(cronWord).join(' ')}`;
  };
  const folders = foldersWritten(it, nightly);
  return `# /etc/cron.d/engaged, printed by engaged ${it.version}
# The commands were tested with this PATH and no other variables; the file was not tested with cron.
#
# Makes a verified backup, keeps the last ${nightly.keep}, and imports the roster ${IMPORT_AFTER} minutes later, as the user of the service, who
# must be able to read the roster. Run this once as root:
#
${folders.map((folder) => `#   install -d -o engaged -g engaged -m 700 ${shellWord(folder)}\n`).join('')}#   chmod 644 /etc/cron.d/engaged
#
# With --quiet there is output, and so a mail, only if something needs attention.

SHELL=/bin/sh
PATH=${cronPath(it)}
MAILTO=root
${it.variables.map(([name, value]) => `${name}=${value}\n`).join('')}
${job(0, backupWords(it, nightly))}
${job(IMPORT_AFTER, importWords(it, nightly))}
`;
}

// Cron makes a new line of % unless a backslash precedes it.
const cronWord = (text: string): string => shellWord(text).replaceAll('%', '\\%');
