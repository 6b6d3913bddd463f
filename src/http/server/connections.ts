import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { describeError, type Logger } from '../../service/operations/log.ts';
import { tooManyOpenFiles } from '../../store/files/open-files.ts';
import type { TrustedProxies } from '../admission/client-address.ts';
import { Connection } from './connection.ts';
import { ConnectionAdmission, type ConnectionLimits, type Place } from './connection-admission.ts';
import { OpenFilesAlarm } from './open-files-alarm.ts';

/** Far more than any client needs, and far less than the memory and the file handles of a small machine. */
export const CONNECTION_LIMITS: ConnectionLimits = { total: 4_096, perAddress: 256 };

/** Minimum interval between log lines about connections beyond the limits, in milliseconds. */
const REPORT_INTERVAL_MS = 60_000;

/**
 * Every open connection of a server, from accept to close.
 */
export class Connections {
  readonly #open = new Map<Duplex, Connection>();
  /** Connections over TLS that no request can be on yet and when they began, by the address and port of the client. */
  readonly #handshaking = new Map<string, { socket: Socket; place: Place; since: number }>();
  readonly #log: Logger;
  readonly #admission: ConnectionAdmission;
  /** Connections refused, and idle ones closed to make room, since the last log line about them. */
  #refused = 0;
  #cleared = 0;
  #nextReportAt = 0;

  /**
   * Limits the number of a server's connections, and closes those that leave a response unread for too long. Node
   * itself closes idle connections and those that send a request slowly. Where the limit is reached, the connection that
   * has been idle longest is closed; where none is idle, the new one, without a response.
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
    const handshakes = isTls ? options.handshakes : 0;
    this.#admission = new ConnectionAdmission({ ...limits, handshakes }, trustedProxies, () => {
      this.#cleared++;
    });
    // Node would refuse the new ones.
    server.maxConnections = Number.POSITIVE_INFINITY;
    // The system could not accept a connection. `OpenFilesAlarm` reports too many open files, and only once.
    server.on('error', (error) => {
      if (tooManyOpenFiles(error) === undefined)
        log.error('connection_failed', describeError(error));
    });
    server.on('connection', (socket: Socket) => this.#accept(socket, isTls));
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

  #accept(socket: Socket, isTls: boolean): void {
    ignoreErrors(socket);
    const place = this.#admission.admit(socket);
    if (!place) {
      this.#refused++;
      socket.destroy();
      return;
    }
    if (!isTls) {
      this.#add(socket, place);
      return;
    }
    // A closed socket has no address any more.
    const peer = peerOf(socket);
    this.#handshaking.set(peer, { socket, place, since: performance.now() });
    socket.once('close', () => this.#handshaking.delete(peer));
  }

  #secure(socket: TLSSocket): void {
    ignoreErrors(socket);
    const peer = peerOf(socket);
    const admitted = this.#handshaking.get(peer);
    this.#handshaking.delete(peer);
    // It made room for another one meanwhile.
    if (!admitted) socket.destroy();
    else this.#add(socket, admitted.place);
  }

  #add(socket: Socket, place: Place): void {
    this.#open.set(socket, new Connection(socket, place));
    socket.once('close', () => this.#open.delete(socket));
  }

  #cutUnread(now: number, timeout: number): void {
    let cut = 0;
    for (const connection of this) if (connection.cutUnread(now, timeout)) cut++;
    if (cut > 0) this.#log.debug('unread_answers_cut', { connections: cut });
  }

  #reportRefused(now: number): void {
    if (this.#refused + this.#cleared === 0 || now < this.#nextReportAt) return;
    this.#log.warn('too_many_connections', { refused: this.#refused, closed_idle: this.#cleared });
    this.#refused = 0;
    this.#cleared = 0;
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
