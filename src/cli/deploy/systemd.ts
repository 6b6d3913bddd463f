import { dirname } from 'node:path';
import { readText } from '../../store/files/read-text.ts';
import type { Deployment } from './deployment.ts';
import { fill } from './template.ts';

const HARDENING = readText(new URL('./templates/hardening.conf', import.meta.url));

/** What the templates of units have places for, given the paths that a unit uses. */
export const unitPlaces = (deployment: Deployment, paths: readonly string[]) => ({
  // Settings that are not the default.
  environment: deployment.variables
    .map(([name, value]) => `Environment=${unitWord(`${name}=${value}`)}`)
    .join('\n'),
  runtime: runtimeOf(deployment.socket),
  hardening: fill(HARDENING, {
    home: paths.some((path) => /^\/(?:home|root|run\/user)\//.test(path)) ? 'read-only' : 'yes',
    tmp: paths.some((path) => /^\/(?:var\/)?tmp\//.test(path)) ? 'no' : 'yes',
  }).trimEnd(),
  capabilities:
    deployment.port < 1024
      ? 'AmbientCapabilities=CAP_NET_BIND_SERVICE\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE'
      : 'CapabilityBoundingSet=',
});

/** Where the socket is: systemd makes a folder of /run, into which the group of the service may look. */
function runtimeOf(socket: string | undefined): string {
  if (socket === undefined) return '';
  const folder = dirname(socket);
  const [, name] = /^\/run\/([\w.-]+)$/.exec(folder) ?? [];
  return name
    ? `RuntimeDirectory=${name}\nRuntimeDirectoryMode=0750`
    : `ReadWritePaths=${unitWord(folder)}`;
}

// % begins a specifier, in a command also $ a variable (systemd.unit, systemd.service); quotes are those of C.
export const unitPath = (text: string): string => text.replaceAll('%', '%%');
export const unitWord = (text: string): string =>
  /^[\w@%+=:,./$-]+$/.test(text)
    ? unitPath(text)
    : `"${unitPath(text).replaceAll(/["\\]/g, '\\$&')}"`;
export const commandWord = (text: string): string => unitWord(text.replaceAll('$', '$$$$'));
