import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { describeError, type Logger } from '../../service/operations/log.ts';
import { tooManyOpenFiles } from '../../store/files/open-files.ts';
import type { TrustedProxies } from '../admission/client-address.ts';
import { Connection } from './connection.ts';
import { ConnectionAdmission } from './connection-admission.ts';
import { OpenFilesAlarm } from './open-files-alarm.ts';

/** How many connections may be open at the same time. */
export type ConnectionLimits = {
  total: number;
  /** From one address, or from one /64 of IPv6; trusted proxies speak for many and are left out. */
  perAddress: number;
};

/** Far more than any client needs, and far less than the memory and the file handles of a small machine. */
export const CONNECTION_LIMITS: ConnectionLimits = { total: 4_096, perAddress: 256 };

/** Minimum interval between log lines about refused connections, in milliseconds. */
const REPORT_INTERVAL_MS = 60_000;

/**
 * Every open connection of a server, from accept to close.
 */
export class Connections {
  readonly #open = new Map<Duplex, Connection>();
  /** Connections over TLS that no request can be on yet and when they began, by the address and port of the client. */
  readonly #handshaking = new Map<string, { socket: Socket; since: number }>();
  readonly #log: Logger;
  /** Connections refused since the last log line about them. */
  #refused = 0;
  #nextReportAt = 0;

  /**
   * Limits the number of a server's connections, and closes those that leave a response unread for too long. Node
   * itself closes idle connections and those that send a request slowly. Connections beyond the limit are closed
   * without a response.
   *
   * @param options.handshakes over TLS from one address, in a minute; 0 for no limit
   * @param options.headers how long a handshake may take, in milliseconds
   * @param options.answer how long a response may remain unread, in milliseconds
   * @param options.check how often that is looked at, in milliseconds
   */
  constructor(
    server: Server,
    options: {
      limits: ConnectionLimits;
      handshakes: number;
      trustedProxies: TrustedProxies;
      headers: number;
      answer: number;
      check: number;
      log: Logger;
    },
  ) {
    const { limits, trustedProxies, headers, answer, check, log } = options;
    this.#log = log;
    const isTls = 'setSecureContext' in server;
    const { perAddress } = limits;
    const handshakes = isTls ? options.handshakes : 0;
    const admission = new ConnectionAdmission({ perAddress, handshakes }, trustedProxies);

    server.maxConnections = limits.total;
    server.on('drop', () => {
      this.#refused++;
    });
    // The system could not accept a connection. `OpenFilesAlarm` reports too many open files, and only once.
    server.on('error', (error) => {
      if (tooManyOpenFiles(error) === undefined)
        log.error('connection_failed', describeError(error));
    });
    server.on('connection', (socket: Socket) => this.#accept(socket, admission, isTls));
    if (isTls) server.on('secureConnection', (socket: TLSSocket) => this.#secure(socket));

    const openFiles = new OpenFilesAlarm(log);
    const sweep = setInterval(() => {
      const now = performance.now();
      this.#cutUnread(now, answer);
      this.#cutHandshakes(now - headers);
      this.#reportRefused(now);
      openFiles.check(now);
    }, check);
    sweep.unref();
    server.once('close', () => clearInterval(sweep));
  }

  #accept(socket: Socket, admission: ConnectionAdmission, isTls: boolean): void {
    ignoreErrors(socket);
    const release = admission.admit(socket.remoteAddress);
    if (!release) {
      this.#refused++;
      socket.destroy();
      return;
    }
    socket.once('close', release);
    if (!isTls) {
      this.#add(socket);
      return;
    }
    // A closed socket has no address any more.
    const peer = peerOf(socket);
    this.#handshaking.set(peer, { socket, since: performance.now() });
    socket.once('close', () => this.#handshaking.delete(peer));
  }

  #secure(socket: TLSSocket): void {
    ignoreErrors(socket);
    this.#handshaking.delete(peerOf(socket));
    this.#add(socket);
  }

  #add(socket: Socket): void {
    this.#open.set(socket, new Connection(socket));
    socket.once('close', () => this.#open.delete(socket));
  }

  #cutUnread(now: number, timeout: number): void {
    let cut = 0;
    for (const connection of this) if (connection.cutUnread(now, timeout)) cut++;
    if (cut > 0) this.#log.debug('unread_answers_cut', { connections: cut });
  }

  #reportRefused(now: number): void {
    if (this.#refused === 0 || now < this.#nextReportAt) return;
    this.#log.warn('connections_refused', { connections: this.#refused });
    this.#refused = 0;
    this.#nextReportAt = now + REPORT_INTERVAL_MS;
  }

  /** Closes connections over TLS that are not established yet. */
  closeHandshakes(): void {
    this.#cutHandshakes(performance.now());
  }

  /** @param until closes those that began by then */
  #cutHandshakes(until: number): void {
    for (const { socket, since } of this.#handshaking.values())
      if (since <= until) socket.destroy();
  }

  /** The connection of a socket; undefined where it was refused or has been closed. */
  of(socket: Duplex): Connection | undefined {
    return this.#open.get(socket);
  }

  [Symbol.iterator](): IterableIterator<Connection> {
    return this.#open.values();
  }
}

// Without a listener an error would end the process. The socket is destroyed either way.
const ignoreErrors = (socket: Socket) => socket.on('error', () => {});

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
