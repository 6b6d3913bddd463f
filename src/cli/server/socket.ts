import { chmodSync, existsSync, lstatSync, unlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import { BlockList, connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { EngagedError } from '../../domain/errors.ts';
import type { TrustedProxies } from '../../http/admission/client-address.ts';

/** A socket in the file system, in place of a port. */
export type SocketPlace = {
  path: string;
  /** Who may connect, as the permissions of a file. */
  mode: number;
};

/** The most bytes that every system takes for the path of a socket. */
export const MAX_SOCKET_PATH = 103;

/** Whoever may connect is as near as a program that connects over the loopback interface. */
const PEER = '127.0.0.1';

/**
 * Makes sure that a socket can be made: removes one that a killed process left.
 *
 * @throws EngagedError `conflict` where somebody listens on it, it is something else, or its folder does not exist
 */
export async function removeStaleSocket(path: string): Promise<void> {
  // The system says of this only that it is not allowed.
  if (!existsSync(dirname(path))) {
    throw new EngagedError('conflict', `The folder of the socket ${path} does not exist`);
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSocket()) throw new EngagedError('conflict', `${path} is not a socket`);
  if (await isListening(path)) {
    throw new EngagedError('conflict', `Another program listens on ${path}`);
  }
  unlinkSync(path);
}

/** What cannot be asked may be in use. */
const isListening = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED'));
  });

/** Lets those connect who may, to a server that takes no connections yet, and gives them an address. */
export function openSocket(server: Server, { path, mode }: SocketPlace): void {
  chmodSync(path, mode);
  server.prependListener('connection', (socket: Socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: PEER });
  });
}

/** The same proxies and those that connect to a socket: nobody else may. */
export function withSocketPeers(proxies: TrustedProxies = new BlockList()): BlockList {
  proxies.addAddress(PEER);
  return proxies;
}
