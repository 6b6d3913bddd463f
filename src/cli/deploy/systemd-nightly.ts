import { shellWord } from '../../domain/shell-word.ts';
import { type Deployment, folderOf } from './deployment.ts';
import { backupWords, foldersWritten, importWords, type Nightly } from './nightly.ts';
import { commandWord, environmentLines, hardening, unitPath, unitWord } from './systemd.ts';

/** A systemd unit that runs the nightly job once (systemd.service). */
export function nightlyUnit(it: Deployment, nightly: Nightly): string {
  const command = (words: readonly string[]) => words.map(commandWord).join(' ');
  const others = foldersWritten(it, nightly);
  return `# /etc/systemd/system/engaged-nightly.service, printed by engaged ${it.version}
# Checked with systemd-analyze verify (systemd 252); not tested under a running systemd.
#
# Makes a verified backup, keeps the last ${nightly.keep}, and then imports the roster. If the backup fails, nothing is imported.
# The user engaged of engaged.service must be able to read the roster. Run this once as root, with the same options:
#
${others.map((folder) => `#   install -d -o engaged -g engaged -m 700 ${shellWord(folder)}\n`).join('')}#   ${shellWord(it.program)} deploy nightly-timer > /etc/systemd/system/engaged-nightly.timer
#   systemctl daemon-reload
#   systemctl enable --now engaged-nightly.timer
#   systemctl start engaged-nightly.service    to try it now
#
# The unit fails if the backup or the import fails, and with code 3 if rows failed or a deactivation was blocked, or if
# an old backup could not be removed; then nothing is imported. The reason is in: journalctl -u engaged-nightly. To be
# told, add OnFailure= to [Unit].

[Unit]
Description=engaged, nightly backup and roster import
AssertPathExists=${unitPath(it.file)}

[Service]
Type=oneshot
User=engaged
Group=engaged
ExecStart=${command(backupWords(it, nightly))}
ExecStart=${command(importWords(it, nightly))}
TimeoutStartSec=2h
${environmentLines(it)}${hardening([it.file, it.program, nightly.roster, nightly.profile ?? '', ...others])}
ReadWritePaths=${[folderOf(it), ...others].map(unitWord).join(' ')}
PrivateNetwork=yes
CapabilityBoundingSet=
`;
}

/** The timer of that unit (systemd.timer). */
export const nightlyTimer = (it: Deployment, nightly: Nightly): string =>
  `# /etc/systemd/system/engaged-nightly.timer, printed by engaged ${it.version}
# Starts engaged-nightly.service; see there.

[Unit]
Description=engaged, nightly backup and roster import

[Timer]
OnCalendar=*-*-* ${nightly.at}:00
# A machine that was off at that time runs the job when it is on again.
Persistent=yes

[Install]
WantedBy=timers.target
`;
