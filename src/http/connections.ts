import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../service/log.ts';
import { clientOf, isProxy, type TrustedProxies } from './client-address.ts';

/** How many connections may be open at the same time. */
export type ConnectionLimits = {
  total: number;
  /** From one address, or from one /64 of IPv6; trusted proxies speak for many and are left out. */
  perAddress: number;
};

/** Far more than any client needs, and far less than the memory and the file handles of a small machine. */
export const CONNECTION_LIMITS: ConnectionLimits = { total: 4_096, perAddress: 256 };

/** How often it is said that connections were refused, in milliseconds. */
const REPORT_EVERY = 60_000;

/**
 * Bounds what connections can take: their number is limited, and one that leaves an answer unread for too
 * long is cut. Node itself sees to those that are slow with a request or idle. A connection too many is
 * closed without a word, since whoever opens thousands would have to be told so thousands of times.
 *
 * @param options.answer how long an answer may lie unread, in milliseconds
 * @param options.check how often that is looked at, in milliseconds
 */
export function boundConnections(
  server: Server,
  options: {
    limits: ConnectionLimits;
    trustedProxies: TrustedProxies;
    answer: number;
    check: number;
    log: Logger;
  },
): void {
  const { limits, trustedProxies, answer, check, log } = options;
  // Since when a client has left something unread, by the monotonic clock; undefined when nothing is.
  const connections = new Map<Socket, number | undefined>();
  const perClient = new Map<string, number>();
  let refused = 0;
  let silentUntil = 0;

  server.maxConnections = limits.total;
  server.on('drop', () => {
    refused++;
  });
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    const client = isProxy(remoteAddress, trustedProxies)
      ? undefined
      : clientOf(remoteAddress, undefined, undefined);
    if (client !== undefined) {
      const count = perClient.get(client) ?? 0;
      if (count >= limits.perAddress) {
        refused++;
        socket.destroy();
        return;
      }
      perClient.set(client, count + 1);
    }
    connections.set(socket, undefined);
    socket.once('close', () => {
      connections.delete(socket);
      if (client === undefined) return;
      const count = (perClient.get(client) ?? 0) - 1;
      if (count > 0) perClient.set(client, count);
      else perClient.delete(client);
    });
  });

  const sweep = setInterval(() => {
    const now = performance.now();
    let cut = 0;
    for (const [socket, before] of connections) {
      const since = socket.writableLength === 0 ? undefined : (before ?? now);
      connections.set(socket, since);
      if (since === undefined || now - since < answer) continue;
      socket.destroy();
      cut++;
    }
    if (cut > 0) log.debug('unread_answers_cut', { connections: cut });
    if (refused > 0 && now >= silentUntil) {
      log.warn('connections_refused', { connections: refused });
      refused = 0;
      silentUntil = now + REPORT_EVERY;
    }
  }, check);
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
}
