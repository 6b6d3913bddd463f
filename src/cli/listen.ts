import type { Server } from 'node:http';
import { type AddressInfo, createServer as createProbe, isIP } from 'node:net';
import { EngagedError, invalid } from '../domain/errors.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../http/connections.ts';
import type { Api } from '../http/pipeline.ts';
import {
  attachApi,
  DEFAULT_TIMEOUTS,
  drain,
  serverOptions,
  type Timeouts,
} from '../http/server.ts';
import { HOST_FORM, isHost } from './host.ts';

/** A server that takes requests. */
export type Listening = {
  port: number;
  /** Where this machine reaches it, without a slash at the end. */
  url: string;
  /**
   * Resolves when every request under way has been answered and the port is free.
   *
   * @param timeout milliseconds until remaining connections are closed; ten seconds by default
   */
  close(timeout?: number): Promise<void>;
};

/**
 * Puts the API on a port.
 *
 * @param options.port 0 for any that is free
 * @throws EngagedError `conflict` for a busy port, `validation_failed` for a host that is none
 */
export async function listenOn(options: {
  host: string;
  port: number;
  api: Api;
  timeouts?: Timeouts;
  limits?: ConnectionLimits;
}): Promise<Listening> {
  const { host, api, timeouts = DEFAULT_TIMEOUTS, limits = CONNECTION_LIMITS } = options;
  if (!isHost(host)) throw invalid(`--host takes ${HOST_FORM}`);
  // listhen reads `::` as a mistake, and an empty name as every interface, of both families.
  const hostname = host === '::' ? '' : host;
  // listhen would not say what is wrong with a port, and takes 0 for its own default.
  const port = await requireFreePort(host, options.port);
  const { listen } = await import('listhen');
  // Handed on to Node's createServer unseen, which takes options in the place of a listener.
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
  // Ports that browsers refuse (6000, 10080) it refuses too, and silently takes 3000.
  if ((server.address() as AddressInfo).port !== port) {
    server.close();
    throw new EngagedError(
      'validation_failed',
      `Port ${port} belongs to another protocol. Choose another one with --port`,
    );
  }
  const connections = attachApi(server as Server, api, { timeouts, limits });
  const displayHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return {
    port,
    url: `http://${displayHost}:${port}`,
    close: (timeout) => drain(server, connections, api, timeout),
  };
}

/**
 * Makes sure that a port can be had, and gives it; for 0, picks one.
 *
 * @throws EngagedError `conflict` for a busy port, `validation_failed` for a host that is none
 */
export function requireFreePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probeServer = createProbe();
    probeServer.once('error', (error: NodeJS.ErrnoException) =>
      reject(explained(error, host, port)),
    );
    probeServer.listen({ host, port, exclusive: true }, () => {
      const { port: found } = probeServer.address() as AddressInfo;
      probeServer.close(() => resolve(found));
    });
  });
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): unknown {
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
