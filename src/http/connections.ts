import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { describeError, type Logger } from '../service/log.ts';
import { openFilesError, tooManyOpenFiles } from '../store/files/open-files.ts';
import { clientAddress, isProxy, type TrustedProxies } from './client-address.ts';
import { Connection } from './connection.ts';
import { RateLimiter } from './rate-limiter.ts';

/** How many connections may be open at the same time. */
export type ConnectionLimits = {
  total: number;
  /** From one address, or from one /64 of IPv6; trusted proxies speak for many and are left out. */
  perAddress: number;
};

/** Far more than any client needs, and far less than the memory and the file handles of a small machine. */
export const CONNECTION_LIMITS: ConnectionLimits = { total: 4_096, perAddress: 256 };

/** How many addresses are counted at once. */
const MAX_CLIENTS = 100_000;

/** Minimum interval between log lines about refused connections, in milliseconds. */
const REPORT_INTERVAL_MS = 60_000;

/**
 * Every open connection of a server, from accept to close.
 */
export class Connections {
  readonly #open = new Map<Duplex, Connection>();
  /** Connections over TLS that no request can be on yet, by the address and port of the client. */
  readonly #handshaking = new Map<string, Socket>();

  /**
   * Limits the number of a server's connections, and closes those that leave a response unread for too long. Node
   * itself closes idle connections and those that send a request slowly. Connections beyond the limit are closed
   * without a response. Over TLS each costs a handshake before any request could be refused, so they are limited
   * like requests.
   *
   * @param options.handshakes over TLS from one address, in a minute; 0 for no limit
   * @param options.answer how long a response may remain unread, in milliseconds
   * @param options.check how often that is looked at, in milliseconds
   */
  constructor(
    server: Server,
    options: {
      limits: ConnectionLimits;
      handshakes: number;
      trustedProxies: TrustedProxies;
      answer: number;
      check: number;
      log: Logger;
    },
  ) {
    const { limits, handshakes, trustedProxies, answer, check, log } = options;
    const isTls = 'setSecureContext' in server;
    const perClient = new Map<string, number>();
    const perMinute = new RateLimiter(MAX_CLIENTS);
    const isAdmitted = (client: string): boolean =>
      (perClient.get(client) ?? 0) < limits.perAddress &&
      (!isTls ||
        handshakes === 0 ||
        perMinute.take(client, handshakes, performance.now()).isAllowed);
    let refused = 0;
    let nextReportAt = 0;
    let isOutOfFiles = false;
    let nextAlarmAt = 0;

    server.maxConnections = limits.total;
    server.on('drop', () => {
      refused++;
    });
    // The system could not accept a connection. Too many open files are reported below, and only once.
    server.on('error', (error) => {
      if (tooManyOpenFiles(error) === undefined)
        log.error('connection_failed', describeError(error));
    });
    server.on('connection', (socket: Socket) => {
      // Without a listener an error would end the process. The socket is destroyed either way.
      socket.on('error', () => {});
      const { remoteAddress } = socket;
      const client = isProxy(remoteAddress, trustedProxies)
        ? undefined
        : clientAddress(remoteAddress, undefined, undefined);
      if (client !== undefined) {
        if (!isAdmitted(client)) {
          refused++;
          socket.destroy();
          return;
        }
        perClient.set(client, (perClient.get(client) ?? 0) + 1);
      }
      const key = peerOf(socket);
      if (isTls) this.#handshaking.set(key, socket);
      else this.#add(socket);
      socket.once('close', () => {
        this.#handshaking.delete(key);
        if (client === undefined) return;
        const count = (perClient.get(client) ?? 0) - 1;
        if (count > 0) perClient.set(client, count);
        else perClient.delete(client);
      });
    });

    if (isTls) {
      server.on('secureConnection', (socket: TLSSocket) => {
        socket.on('error', () => {});
        this.#handshaking.delete(peerOf(socket));
        this.#add(socket);
      });
    }

    const sweep = setInterval(() => {
      const now = performance.now();
      let cut = 0;
      for (const connection of this) {
        if (connection.cutUnread(now, answer)) cut++;
      }
      if (cut > 0) log.debug('unread_answers_cut', { connections: cut });
      if (refused > 0 && now >= nextReportAt) {
        log.warn('connections_refused', { connections: refused });
        refused = 0;
        nextReportAt = now + REPORT_INTERVAL_MS;
      }
      // Node usually leaves connections unaccepted then, or closes them, without an error.
      const error = openFilesError();
      const advice = tooManyOpenFiles(error);
      if (advice !== undefined && !isOutOfFiles && now >= nextAlarmAt) {
        log.error('too_many_open_files', { ...describeError(error), advice });
        isOutOfFiles = true;
        nextAlarmAt = now + REPORT_INTERVAL_MS;
      } else if (advice === undefined && isOutOfFiles) {
        log.info('files_can_be_opened_again');
        isOutOfFiles = false;
      }
    }, check);
    sweep.unref();
    server.once('close', () => clearInterval(sweep));
  }

  #add(socket: Socket): void {
    this.#open.set(socket, new Connection(socket));
    socket.once('close', () => this.#open.delete(socket));
  }

  /** Closes connections over TLS that are not established yet. */
  closeHandshakes(): void {
    for (const socket of this.#handshaking.values()) socket.destroy();
  }

  /** The connection of a socket; undefined where it was refused or has been closed. */
  of(socket: Duplex): Connection | undefined {
    return this.#open.get(socket);
  }

  [Symbol.iterator](): IterableIterator<Connection> {
    return this.#open.values();
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
