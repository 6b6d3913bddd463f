import type { Server as TlsServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { EngagedError, invalid } from '../../domain/errors.ts';
import type { Api } from '../../http/pipeline.ts';
import type { ConnectionLimits } from '../../http/server/connection-admission.ts';
import { CONNECTION_LIMITS } from '../../http/server/connections.ts';
import { drain } from '../../http/server/drain.ts';
import {
  attachApi,
  DEFAULT_TIMEOUTS,
  serverOptions,
  type Timeouts,
} from '../../http/server/server.ts';
import type { Logger } from '../../service/operations/log.ts';
import { HOST_FORM, isHost } from './host.ts';
import { openWithListhen } from './listhen.ts';
import { openSocket, removeStaleSocket, type SocketPlace } from './socket.ts';
import type { TlsFiles } from './tls-files.ts';

/** @param checkMs how often the files are read again, in milliseconds */
export type TlsOptions = { files: TlsFiles; checkMs?: number };

/** An open port or socket, which takes no connections before it has something to serve. */
export type Listener = {
  /** 0 for a socket. */
  port: number;
  /** Its address on this machine, without a slash at the end. */
  url: string;
  /** When its certificate expires, in milliseconds UTC; undefined without one. */
  certificateExpiresAt(): number | undefined;
  serve(api: Api): Listening;
  /** Closes the port. */
  close(): void;
};

/** A server that accepts requests. */
export type Listening = Pick<Listener, 'port' | 'url'> & {
  /** Reads the files of the certificate again, if there are any. */
  reload(): void;
  /**
   * Resolves when every request in progress has been answered and the port is free.
   *
   * @param timeout milliseconds until remaining connections are closed; ten seconds by default
   */
  close(timeout?: number): Promise<void>;
};

/**
 * Opens a port, or a socket in place of it.
 *
 * @param options.port 0 for any free one
 * @param options.tls a certificate with its key, with which the service serves HTTPS itself
 * @throws EngagedError `conflict` for a busy port or socket, `validation_failed` for an invalid host
 */
export async function openListener(options: {
  host: string;
  port: number;
  socket?: SocketPlace | undefined;
  timeouts?: Timeouts;
  limits?: ConnectionLimits;
  tls?: TlsOptions | undefined;
}): Promise<Listener> {
  const { host, socket, timeouts = DEFAULT_TIMEOUTS, limits = CONNECTION_LIMITS, tls } = options;
  if (!isHost(host)) throw invalid(`--host takes ${HOST_FORM}`);
  const certificates = tls && (await loadTls(tls));
  if (socket) await removeStaleSocket(socket.path);
  const place = { host, port: options.port };
  const opening = openWithListhen(socket ?? place, serverOptions(timeouts), certificates?.loaded);
  const server = await opening.catch((error) => {
    throw socket ? toSocketError(error, socket) : toListenError(error, place);
  });
  if (socket) openSocket(server, socket);
  const { port } = socket ? { port: 0 } : (server.address() as AddressInfo);
  const url = socket ? `unix:${socket.path}` : urlOf({ host, port, isHttps: tls !== undefined });
  return {
    ...{ port, url },
    certificateExpiresAt: () => certificates?.expiresAt(),
    serve: (api) => {
      const connections = attachApi(server, api, { timeouts, limits });
      const reload = certificates?.startReloading(server as TlsServer, api.log) ?? (() => {});
      return { port, url, reload, close: (timeout) => drain(server, connections, api, timeout) };
    },
    close: () => {
      server.close();
    },
  };
}

/** Loaded here, so that a service without a certificate does not wait for it. */
async function loadTls({ files, checkMs }: TlsOptions) {
  const [{ certificateOf, readTlsPair }, { reloadTls }] = await Promise.all([
    import('./tls-files.ts'),
    import('./tls-reload.ts'),
  ]);
  const loaded = readTlsPair(files);
  let current = loaded;
  return {
    loaded,
    expiresAt: () => Date.parse(certificateOf(current).validTo),
    startReloading: (server: TlsServer, log: Logger) =>
      reloadTls(server, {
        ...{ files, loaded, log, intervalMs: checkMs },
        onLoaded: (pair) => {
          current = pair;
        },
      }),
  };
}

/** The address of a service on this machine. */
function urlOf({ host, port, isHttps }: { host: string; port: number; isHttps: boolean }): string {
  const displayHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `${isHttps ? 'https' : 'http'}://${displayHost}:${port}`;
}

function toSocketError(error: unknown, { path }: SocketPlace): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Another program listens on ${path}`,
    EACCES: `This user may not make the socket ${path}`,
    EPERM: `The file system of ${path} has no sockets`,
  };
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new EngagedError('conflict', reason);
}

function toListenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
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
