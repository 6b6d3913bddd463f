import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A request as a receiver got it. */
export type Received = {
  id: string;
  body: string;
  headers: Record<string, string> & { host?: string };
  url: string;
  /** The port of the sender: the same for requests on one connection. */
  from: number;
};

/** How a receiver answers; by default with 200. */
export type Answer = (response: ServerResponse, received: Received) => void;

/** An HTTP server that keeps what it receives. */
export type Receiver = {
  url: string;
  port: number;
  received: Received[];
  answer: Answer;
  /** Waits until that many requests have arrived in all. */
  until(count: number): Promise<void>;
  /** Stops the server with all its connections. */
  stop(): Promise<void>;
};

const ok: Answer = (response) => response.end();

/** Answers with a status, and headers if given. */
export const withStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

/** Starts a receiver on the loopback interface; it ends with the test. @param port of one that was stopped */
export async function startReceiver(
  t: TestContext,
  answer = ok,
  { port = 0, host = '127.0.0.1' } = {},
): Promise<Receiver> {
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const received = await read(request);
    receiver.received.push(received);
    for (const wake of waiting) wake();
    receiver.answer(response, received);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    if (server.listening) await once(server, 'close');
  };
  t.after(stop);
  const receiver: Receiver = {
    url: `http://${host}:${address.port}/`,
    port: address.port,
    received: [],
    answer,
    until: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (receiver.received.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    stop,
  };
  return receiver;
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const { url = '', socket } = request;
  const headers = request.headers as Record<string, string>;
  const body = Buffer.concat(chunks).toString();
  return { id: headers['webhook-id'] ?? '', body, headers, url, from: socket.remotePort ?? 0 };
}

/** A TCP server on the loopback interface, for answers that no HTTP server gives. */
export async function startRawReceiver(
  t: TestContext,
  onConnection: (socket: Socket) => void,
): Promise<{ url: string; port: number }> {
  const sockets = new Set<Socket>();
  const server = createNetServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port };
}
