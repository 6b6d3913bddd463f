import { dirname } from 'node:path';
import { shellWord } from '../../domain/shell-word.ts';

/** The values that are filled into the recipes. */
export type Deployment = {
  version: string;
  /** The program's path on the target machine. */
  program: string;
  /** The data file's path there. */
  file: string;
  /** The host name that clients use. */
  domain: string;
  host: string;
  port: number;
  /** The socket on which the service listens in place of the port. */
  socket: string | undefined;
  /** Settings that are not the default, without secrets, as variables: ENGAGED_PORT and 8080. */
  variables: readonly (readonly [name: string, value: string])[];
};

/** What most templates have a place for. Paths are words of a shell. */
export function placesOf(deployment: Deployment) {
  const { version, domain, port } = deployment;
  const scheme = schemeOf(deployment);
  return {
    ...{ version, domain, port, scheme },
    program: shellWord(deployment.program),
    file: shellWord(deployment.file),
    // PATH for cron: an npm program is started by "env node", and cron's own is only /usr/bin:/bin.
    path: [...new Set([dirname(deployment.program), '/usr/local/bin', '/usr/bin', '/bin'])].join(
      ':',
    ),
    address:
      deployment.socket === undefined ? `${scheme}://127.0.0.1:${port}` : `https://${domain}`,
  };
}

/** How the service is reached on its machine: with a certificate of its own it speaks HTTPS and nothing else. */
export const schemeOf = ({ variables }: Deployment): 'http' | 'https' =>
  variables.some(([name]) => name === 'ENGAGED_TLS_CERT') ? 'https' : 'http';

/** The folder of the data file. */
export const folderOf = ({ file }: Deployment): string => dirname(file);
