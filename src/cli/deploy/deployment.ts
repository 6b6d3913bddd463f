import { dirname } from 'node:path';

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
  /** Settings that are not the default, without secrets, as variables: ENGAGED_PORT and 8080. */
  variables: readonly (readonly [name: string, value: string])[];
};

/** The address of the service for a proxy on the same machine. */
export const upstreamOf = ({ host, port }: Deployment): string =>
  `${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;

/** How it is reached there: with a certificate of its own it speaks HTTPS and nothing else. */
export const schemeOf = ({ variables }: Deployment): 'http' | 'https' =>
  variables.some(([name]) => name === 'ENGAGED_TLS_CERT') ? 'https' : 'http';

/** PATH for cron: an npm program is started by "env node", and cron's own is only /usr/bin:/bin. */
export const cronPath = ({ program }: Deployment): string =>
  [...new Set([dirname(program), '/usr/local/bin', '/usr/bin', '/bin'])].join(':');

/** The folder of the data file. */
export const folderOf = ({ file }: Deployment): string => dirname(file);
