import { shellWord } from '../../domain/shell-word.ts';
import { type Deployment, folderOf, schemeOf } from './deployment.ts';

/** A systemd unit (systemd.service, systemd.exec). */
export function systemdUnit(it: Deployment): string {
  const folder = folderOf(it);
  const program = commandWord(it.program);
  const file = commandWord(it.file);
  const [, state] = /^\/var\/lib\/([\w.-]+)$/.exec(folder) ?? [];
  return `# /etc/systemd/system/engaged.service, printed by engaged ${it.version}
# Checked with systemd-analyze verify (systemd 252); not tested under a running systemd.
#
# Run this once as root. A first start prints keys, which do not belong in the journal, so create the data file
# beforehand; the unit does not start without it.
#
#   useradd --system --home-dir ${shellWord(folder)} --shell /usr/sbin/nologin engaged
#   install -d -o engaged -g engaged -m 700 ${shellWord(folder)}
#   runuser -u engaged -- ${shellWord(it.program)} company create --name 'Your company' --data ${shellWord(it.file)}
#   runuser -u engaged -- ${shellWord(it.program)} key create --mode live --name first --scope employees:read --data ${shellWord(it.file)}
#   systemctl enable --now engaged
#
# Run later commands as the same user too: files that root creates beside the data file would lock the service out.

[Unit]
Description=engaged, employee engagement over one data file
Documentation=${schemeOf(it)}://127.0.0.1:${it.port}/docs
After=network.target
AssertPathExists=${unitPath(it.file)}

[Service]
User=engaged
Group=engaged
ExecStart=${program} serve --data ${file}
${environmentLines(it)}# Opens an access log in /var/log/engaged again, and reads renewed certificates.
ExecReload=/bin/kill -HUP $MAINPID
LogsDirectory=engaged
# Secrets, such as ENGAGED_METRICS_TOKEN: readable only by root.
EnvironmentFile=-/etc/engaged.env
Restart=on-failure
# A SIGHUP that arrives too early ends the service, which systemd would take for a stop.
RestartForceExitStatus=SIGHUP
RestartSec=2
# The service completes requests in progress for up to ten seconds and exits.
TimeoutStopSec=30

${state ? `StateDirectory=${state}\nStateDirectoryMode=0700` : `ReadWritePaths=${unitWord(folder)}`}
${hardening([it.file, it.program])}
${it.port < 1024 ? 'AmbientCapabilities=CAP_NET_BIND_SERVICE\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE' : 'CapabilityBoundingSet='}
# MemoryDenyWriteExecute stays off: the JavaScript engine generates code at run time.

[Install]
WantedBy=multi-user.target
`;
}

/** What a unit may not do, given the paths that it uses. */
export const hardening = (paths: readonly string[]): string => `UMask=0077
ProtectSystem=strict
ProtectHome=${paths.some((path) => /^\/(?:home|root|run\/user)\//.test(path)) ? 'read-only' : 'yes'}
PrivateTmp=${paths.some((path) => /^\/(?:var\/)?tmp\//.test(path)) ? 'no' : 'yes'}
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
NoNewPrivileges=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
SystemCallArchitectures=native
SystemCallFilter=@system-service`;

/** The settings that are not the default. */
export const environmentLines = (it: Deployment): string =>
  it.variables.map(([name, value]) => `Environment=${unitWord(`${name}=${value}`)}\n`).join('');

// % begins a specifier, in a command also $ a variable (systemd.unit, systemd.service); quotes are those of C.
export const unitPath = (text: string): string => text.replaceAll('%', '%%');
export const unitWord = (text: string): string =>
  /^[\w@%+=:,./$-]+$/.test(text)
    ? unitPath(text)
    : `"${unitPath(text).replaceAll(/["\\]/g, '\\$&')}"`;
export const commandWord = (text: string): string => unitWord(text.replaceAll('$', '$$$$'));
