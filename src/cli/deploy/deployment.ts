import { dirname } from 'node:path';

/** What a deployment is made of; the recipes are filled with it. */
export type Deployment = {
  version: string;
  /** The program's own path on the machine it is to run on. */
  program: string;
  /** The data file's path there. */
  file: string;
  /** The name under which clients reach the service. */
  domain: string;
  host: string;
  port: number;
  /** Settings that are not the default, without secrets, as variables: ENGAGED_PORT and 8080. */
  variables: readonly (readonly [name: string, value: string])[];
};

/** Where a proxy on the same machine reaches the service. */
export const upstreamOf = ({ host, port }: Deployment): string =>
  `${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;

/** The folder of the data file. */
export const folderOf = ({ file }: Deployment): string => dirname(file);
