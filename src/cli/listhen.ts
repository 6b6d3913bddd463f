import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { EngagedError } from '../domain/errors.ts';

// What listhen needs, with its reasons. It looks for a port with servers of its own and then opens the one that it gives,
// but keeps why a port is unusable to itself, and an error of that last server would end the process, because nothing
// listens for it. Node announces every server before it opens.
const OPENING = channel('tracing:net.server.listen:asyncStart');

/** How often listhen may find a free port that is then taken before it is opened. */
const ATTEMPTS = 5;

type Attempt = {
  /** Called with each server that listhen makes. */
  onServer(server: NetServer): void;
};

/**
 * Opens a server with listhen. It takes no connections yet.
 *
 * @param place.port 0 for any free one
 * @returns the server, with Node's own listeners and those of listhen
 * @throws the error of the system, `EADDRINUSE` for one; EngagedError `validation_failed` for a port of another protocol
 */
export async function openWithListhen(
  place: { host: string; port: number },
  options: ServerOptions,
): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open(place, options);
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (place.port !== 0 || !isTaken || attempt === ATTEMPTS) throw error;
    }
  }
}

const attempts = new AsyncLocalStorage<Attempt>();
const onOpening = (message: unknown) =>
  attempts.getStore()?.onServer((message as { server: NetServer }).server);

async function open(
  { host, port }: { host: string; port: number },
  options: ServerOptions,
): Promise<Server> {
  const { listen } = await import('listhen');
  // The error of the server that is to stay arrives when nobody waits for it any more.
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  let reason: unknown;
  const onServer = (server: NetServer) => {
    server.on('error', (error) => {
      reason ??= error;
      if (server instanceof Server) failed.reject(error);
    });
    if (server instanceof Server) server.maxConnections = 0;
  };
  OPENING.subscribe(onOpening);
  try {
    const opened = attempts.run({ onServer }, () =>
      // listhen passes these on to Node's createServer, which accepts options instead of a listener.
      listen(options as unknown as Parameters<typeof listen>[0], {
        // listhen rejects `::`, and takes an empty name as every interface, IPv4 and IPv6.
        hostname: host === '::' ? '' : host,
        port:
          port === 0
            ? { port, random: true, verbose: false }
            : { port, random: false, verbose: false },
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
  } catch (error) {
    throw reason ?? error;
  } finally {
    OPENING.unsubscribe(onOpening);
  }
}

/** For ports that browsers refuse (6000, 10080) listhen silently takes 3000. */
function requirePort(server: Server, port: number): void {
  if (port === 0 || (server.address() as AddressInfo).port === port) return;
  server.close();
  throw new EngagedError(
    'validation_failed',
    `Port ${port} belongs to another protocol. Choose another one with --port`,
  );
}
