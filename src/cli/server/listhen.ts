import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import type { Server, ServerOptions } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { EngagedError } from '../../domain/errors.ts';
import type { TlsPair } from './tls-files.ts';

// What listhen needs, with its reasons. It searches for a port with servers of its own, each closed again, and then opens
// the port that it found, which another program may have taken meanwhile. It keeps why a port is unusable to itself, and
// an error of its last server would end the process, because nothing listens for it. Node announces every server before
// it opens. So the search is told to find any free port, which it always does, and the last server is told the real place.
const OPENING = channel('tracing:net.server.listen:asyncStart');

/** Where listhen opens a server. */
type Port = { host: string; port: number };

/** Where the last one opens: at a port, or at a socket, which listhen does not know. */
type Place = Port | { path: string };

/** Called with each server that listhen makes, and where it will open. */
type OnOpening = (server: NetServer, place: Port) => void;

const attempts = new AsyncLocalStorage<OnOpening>();
const onOpening = (message: unknown) => {
  const { server, options } = message as { server: NetServer; options: Port };
  attempts.getStore()?.(server, options);
};

/**
 * Opens a server with listhen. It takes no connections yet.
 *
 * @param place.port 0 for any free one
 * @param pair for a server of HTTPS
 * @returns the server, with Node's own listeners and those of listhen
 * @throws the error of the system, `EADDRINUSE` for one; EngagedError `validation_failed` for a port of another protocol
 */
export async function openWithListhen(
  place: Place,
  options: ServerOptions,
  pair: TlsPair | undefined,
): Promise<Server> {
  const { listen } = await import('listhen');
  const isSocket = 'path' in place;
  const port = isSocket ? 0 : place.port;
  // The error of the server that is to stay arrives when nobody waits for it any more.
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  let isReplaced: boolean | undefined;
  const prepare: OnOpening = (server, opening) => {
    server.on('error', failed.reject);
    if ('requestTimeout' in server) {
      // Node's server for HTTPS gets a certificate from listhen and nothing else.
      Object.assign(server, {
        ...(pair && { ...options, allowHalfOpen: true }),
        maxConnections: 0,
      });
      // Node opens a port wherever one is named.
      if (isSocket)
        for (const name of ['host', 'port'] as const) Reflect.deleteProperty(opening, name);
      if (!isReplaced) Object.assign(opening, place);
    } else if (isReplaced === undefined) {
      // listhen silently takes 3000 for ports that browsers refuse, such as 6000 and 10080.
      isReplaced = opening.port !== port;
      opening.port = 0;
    }
  };
  OPENING.subscribe(onOpening);
  try {
    const opened = attempts.run(prepare, () =>
      // Without a certificate listhen passes these on to Node's createServer, which accepts options instead of a listener.
      listen((pair ? undefined : options) as unknown as Parameters<typeof listen>[0], {
        hostname: LOOPBACK,
        port: { port, random: port === 0, verbose: false },
        https: pair ? { cert: pemOf(pair.cert), key: pemOf(pair.key) } : false,
        isProd: true,
        isTest: false,
        autoClose: false,
        showURL: false,
        open: false,
        clipboard: false,
        tunnel: false,
        ws: false,
      }),
    );
    const { server } = await Promise.race([opened, failed.promise]);
    requirePort(server as Server, port);
    return server as Server;
  } finally {
    OPENING.unsubscribe(onOpening);
  }
}

const LOOPBACK = '127.0.0.1';

/** listhen takes a text for the name of a file unless it begins as PEM does; a file may say before what it holds. */
const pemOf = (text: string): string => text.slice(text.indexOf('-----BEGIN '));

function requirePort(server: Server, port: number): void {
  if (port === 0 || (server.address() as AddressInfo).port === port) return;
  server.close();
  throw new EngagedError(
    'validation_failed',
    `Port ${port} belongs to another protocol. Choose another one with --port`,
  );
}
