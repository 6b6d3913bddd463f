import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { type AddressInfo, createServer as createProbe, isIP } from 'node:net';
import { EngagedError, invalid } from '../domain/errors.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../http/connections.ts';
import { drain } from '../http/drain.ts';
import type { Api } from '../http/pipeline.ts';
import { attachApi, DEFAULT_TIMEOUTS, serverOptions, type Timeouts } from '../http/server.ts';
import type { Logger } from '../service/log.ts';
import { HOST_FORM, isHost } from './host.ts';
import type { TlsFiles } from './tls-files.ts';

/** @param checkMs how often the files are read again, in milliseconds */
export type TlsOptions = { files: TlsFiles; checkMs?: number };

/** A server that accepts requests. */
export type Listening = {
  port: number;
  /** Its address on this machine, without a slash at the end. */
  url: string;
  /**
   * Resolves when every request in progress has been answered and the port is free.
   *
   * @param timeout milliseconds until remaining connections are closed; ten seconds by default
   */
  close(timeout?: number): Promise<void>;
};

/**
 * Starts the API on a port.
 *
 * @param options.port 0 for any free one
 * @param options.tls a certificate with its key, with which the service serves HTTPS itself
 * @throws EngagedError `conflict` for a busy port, `validation_failed` for an invalid host
 */
export async function listenOn(options: {
  host: string;
  port: number;
  api: Api;
  timeouts?: Timeouts;
  limits?: ConnectionLimits;
  tls?: TlsOptions | undefined;
}): Promise<Listening> {
  const { host, api, timeouts = DEFAULT_TIMEOUTS, limits = CONNECTION_LIMITS, tls } = options;
  if (!isHost(host)) throw invalid(`--host takes ${HOST_FORM}`);
  // listhen does not report why a port is unusable, and takes 0 as its own default.
  const port = await requireFreePort(host, options.port);
  const server = tls
    ? await listenWithTls({ host, port, timeouts, tls, log: api.log })
    : await listenPlainly({ host, port, timeouts });
  const connections = attachApi(server, api, { timeouts, limits });
  return {
    port,
    url: urlOf({ host, port, isHttps: tls !== undefined }),
    close: (timeout) => drain(server, connections, api, timeout),
  };
}

/** The address of a service on this machine. */
export function urlOf({
  host,
  port,
  isHttps,
}: {
  host: string;
  port: number;
  isHttps: boolean;
}): string {
  const displayHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `${isHttps ? 'https' : 'http'}://${displayHost}:${port}`;
}

type Place = { host: string; port: number; timeouts: Timeouts };

async function listenPlainly({ host, port, timeouts }: Place): Promise<Server> {
  // listhen rejects `::`, and takes an empty name as every interface, IPv4 and IPv6.
  const hostname = host === '::' ? '' : host;
  const { listen } = await import('listhen');
  // listhen passes this on to Node's createServer, which accepts options instead of a listener.
  const listenOptions = serverOptions(timeouts) as unknown as Parameters<typeof listen>[0];
  const { server } = await listen(listenOptions, {
    hostname,
    port: { port, random: false, verbose: false },
    isProd: true,
    isTest: false,
    autoClose: false,
    showURL: false,
    open: false,
    clipboard: false,
    tunnel: false,
    ws: false,
  });
  // For ports that browsers refuse (6000, 10080) listhen silently takes 3000.
  if ((server.address() as AddressInfo).port !== port) {
    server.close();
    throw new EngagedError(
      'validation_failed',
      `Port ${port} belongs to another protocol. Choose another one with --port`,
    );
  }
  return server as Server;
}

async function listenWithTls({
  host,
  port,
  timeouts,
  tls: { files, checkMs },
  log,
}: Place & { tls: TlsOptions; log: Logger }): Promise<TlsServer> {
  const { createServer } = await import('node:https');
  const { readTlsPair } = await import('./tls-files.ts');
  const { reloadTls } = await import('./tls-reload.ts');
  const pair = readTlsPair(files);
  const server = createServer({
    ...{ ...serverOptions(timeouts), ...pair, handshakeTimeout: timeouts.headers },
    // As a plain one: a client may close its own direction and still wait for responses.
    ...{ allowHalfOpen: true },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toListenError(error, host, port)));
    server.listen({ host, port, exclusive: true }, resolve);
  });
  reloadTls(server, { files, loaded: pair, log, intervalMs: checkMs });
  return server;
}

/**
 * Checks that a port can be used, and returns it; for 0, picks a free one.
 *
 * @throws EngagedError `conflict` for a busy port, `validation_failed` for an invalid host
 */
export function requireFreePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probeServer = createProbe();
    probeServer.once('error', (error: NodeJS.ErrnoException) =>
      reject(toListenError(error, host, port)),
    );
    probeServer.listen({ host, port, exclusive: true }, () => {
      const { port: freePort } = probeServer.address() as AddressInfo;
      probeServer.close(() => resolve(freePort));
    });
  });
}

function toListenError(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new EngagedError(
        'conflict',
        `Port ${port} is in use by another program. Choose another one with --port`,
      );
    case 'EACCES':
      return new EngagedError(
        'conflict',
        `Port ${port} may not be used by this user. Choose one above 1023 with --port`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new EngagedError(
        'validation_failed',
        `--host must be ${isIP(host) ? 'an address' : 'a name'} of this machine`,
      );
    default:
      return error;
  }
}
