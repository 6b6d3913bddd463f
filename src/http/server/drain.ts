import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Api } from '../pipeline.ts';
import type { Connections } from './connections.ts';

/** How often a closing server checks for idle connections, in milliseconds. */
const SWEEP = 50;

/**
 * Stops accepting connections, completes every request in progress, and closes connections as they become idle.
 * Connections that are not finished in time are closed.
 */
export async function drain(
  server: Server,
  connections: Connections,
  api: Api,
  timeout = 10_000,
): Promise<void> {
  api.beginClosing();
  for (const { latest } of connections) {
    if (latest && latest.status === 0) latest.closesConnection = true;
  }
  const closed = new Promise<void>((resolve) => {
    server.once('close', () => resolve());
  });
  // The HTTP server's own `close` would destroy connections that have not sent the end of a response.
  NetServer.prototype.close.call(server);
  connections.closeHandshakes();
  const closeIdle = () => {
    for (const connection of connections) if (connection.isIdle()) connection.close();
  };
  closeIdle();
  const timer = setInterval(closeIdle, SWEEP);
  const cut = setTimeout(() => {
    for (const { socket } of connections) socket.destroy();
  }, timeout);
  await closed;
  clearInterval(timer);
  clearTimeout(cut);
  // Ends the timer with which Node checks connections; there are none left.
  server.close();
}
