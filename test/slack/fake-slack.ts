import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A call of the API of Slack, with what it was sent. */
export type ApiCall = { method: string; token: string; form: URLSearchParams };

/** What a client sent over the socket. */
export type Acknowledged = {
  envelope_id: string;
  payload: { response_type?: string; text?: string; blocks?: unknown };
};

type Answer = Record<string, unknown> | 'none' | { status: number; retryAfter: number };

/** A Slack of our own on the loopback interface: its API over HTTP, and Socket Mode over WebSocket. */
export type FakeSlack = {
  apiUrl: string;
  calls: ApiCall[];
  acknowledged: Acknowledged[];
  /** How many sockets said hello. */
  readonly connections: number;
  /** What methods answer; changed by tests. */
  answers: Record<string, (form: URLSearchParams) => Answer>;
  /** Sends a text to the newest socket. */
  send(text: string): void;
  /** Ends the newest socket without a word. */
  drop(): void;
  /** Waits until something holds. */
  until(holds: () => boolean): Promise<void>;
};

export const TEAM = 'T0ACME';

const ALICE = {
  ...{ id: 'U1', team_id: TEAM, deleted: false, is_bot: false, is_restricted: false },
  ...{ is_email_confirmed: true, profile: { email: 'Alice@acme.example' } },
};

/** Members of the workspace by their ids. */
export const MEMBERS: Record<string, Record<string, unknown>> = {
  U1: ALICE,
  U2: { ...ALICE, id: 'U2', profile: {} },
  U3: { ...ALICE, id: 'U3', profile: { email: 'nobody@acme.example' } },
  U4: { ...ALICE, id: 'U4', is_restricted: true },
  U5: { ...ALICE, id: 'U5', team_id: 'T0OTHER' },
  U6: { ...ALICE, id: 'U6', deleted: true },
  U7: { ...ALICE, id: 'U7', is_email_confirmed: false },
  U8: { ...ALICE, id: 'U8', profile: { email: 'left@acme.example' } },
  U9: { ...ALICE, id: 'U9', profile: { email: 'other@other.example' } },
};

export async function startFakeSlack(t: TestContext): Promise<FakeSlack> {
  const sockets: Socket[] = [];
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const check of waiting) check();
  };
  let connections = 0;
  const server = createServer((request, response) => void respond(request, response));
  server.on('upgrade', (request, socket: Socket) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    sockets.push(socket);
    socket.on('error', () => {});
    readFrames(socket, (text) => {
      slack.acknowledged.push(JSON.parse(text));
      changed();
    });
    socket.write(frame(JSON.stringify({ type: 'hello', num_connections: 1 })));
    connections++;
    changed();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const method = (request.url ?? '').replace('/api/', '');
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const token = request.headers.authorization ?? '';
    slack.calls.push({ method, token, form });
    changed();
    const answer = slack.answers[method]?.(form) ?? { ok: false, error: 'unknown_method' };
    if (answer === 'none') return;
    if ('retryAfter' in answer && typeof answer.status === 'number') {
      response.writeHead(answer.status, { 'retry-after': String(answer.retryAfter) }).end();
      return;
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }

  const slack: FakeSlack = {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    calls: [],
    acknowledged: [],
    get connections() {
      return connections;
    },
    answers: {
      'auth.test': () => ({ ok: true, team_id: TEAM }),
      'apps.connections.open': () => ({ ok: true, url: `ws://127.0.0.1:${port}/link` }),
      'users.info': (form) => {
        const user = MEMBERS[form.get('user') ?? ''];
        return user ? { ok: true, user } : { ok: false, error: 'user_not_found' };
      },
      'views.publish': () => ({ ok: true }),
    },
    send: (text) => void sockets.at(-1)?.write(frame(text)),
    drop: () => void sockets.at(-1)?.destroy(),
    until: (holds) =>
      new Promise((resolve) => {
        const check = () => {
          if (!holds()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
  return slack;
}

/** A text in a frame as a server sends it (RFC 6455). */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x81, body.length])
      : Buffer.from([0x81, 126, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, body]);
}

/** Gives the texts that a client sends; it answers pings and the end. */
function readFrames(socket: Socket, onText: (text: string) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    for (;;) {
      if (bytes.length < 6) return;
      const [first = 0, second = 0] = bytes;
      const isLong = (second & 127) === 126;
      const length = isLong ? bytes.readUInt16BE(2) : second & 127;
      const start = isLong ? 8 : 6;
      if (bytes.length < start + length) return;
      const mask = bytes.subarray(start - 4, start);
      const body = bytes
        .subarray(start, start + length)
        .map((byte, at) => byte ^ (mask[at % 4] ?? 0));
      bytes = bytes.subarray(start + length);
      const opcode = first & 15;
      if (opcode === 1) onText(Buffer.from(body).toString());
      if (opcode === 9) socket.write(Buffer.concat([Buffer.from([0x8a, body.length]), body]));
      if (opcode === 8) socket.end(Buffer.from([0x88, 0]));
    }
  });
}
