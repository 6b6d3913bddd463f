import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a server got it. */
export type Received = {
  /** Of its envelope. */
  from: string;
  to: string[];
  /** Whether the connection was encrypted, and who had signed in. */
  secure: boolean;
  user: string | undefined;
  raw: string;
};

export type MailServer = {
  port: number;
  /** In the order in which they came. */
  mails: Received[];
  /** Resolves with that many mails. */
  until(count: number): Promise<Received[]>;
  close(): Promise<void>;
};

export type MailServerOptions = {
  /** Makes it speak TLS: from the start, or when asked. */
  certificate?: { cert: string; key: string; isFromStart: boolean };
  /** Who may sign in; without it nobody has to. */
  user?: { name: string; password: string; onSignIn?: () => void };
  /** Refuses a receiver with that code, or takes them. */
  refuses?: (to: string) => number | undefined;
  /** Refuses a mail once it has it. */
  refusesMail?: (mail: Received) => number | undefined;
  /** Called with each mail, which is answered afterwards. */
  beforeAnswer?: (mail: Received) => Promise<void>;
  port?: number;
};

/** Starts a server on this machine that takes mail and keeps it. */
export async function startMailServer(
  t: TestContext,
  { certificate, user, refuses, refusesMail, beforeAnswer, port = 0 }: MailServerOptions = {},
): Promise<MailServer> {
  const mails: Received[] = [];
  let wake = () => {};
  const options: SMTPServerOptions = {
    ...{ disableReverseLookup: true, logger: false, closeTimeout: 100 },
    ...(certificate && {
      secure: certificate.isFromStart,
      ...{ cert: readFileSync(certificate.cert), key: readFileSync(certificate.key) },
    }),
    authOptional: user === undefined,
    disabledCommands: [
      ...(certificate ? [] : ['STARTTLS']),
      ...(user === undefined ? ['AUTH'] : []),
    ],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) => {
      user?.onSignIn?.();
      if (username === user?.name && password === user?.password) done(null, { user: username });
      else done(new Error('Wrong'));
    },
    onRcptTo: ({ address }, _, done) => done(refusal(refuses?.(address))),
    onData: (stream, session, done) => {
      let raw = '';
      stream.setEncoding('utf8').on('data', (text: string) => {
        raw += text;
      });
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...{ secure: session.secure, user: session.user, raw },
        };
        const code = refusesMail?.(mail);
        if (code === undefined) mails.push(mail);
        wake();
        await beforeAnswer?.(mail);
        done(refusal(code));
      });
    },
  };
  const server = new SMTPServer(options);
  // A client that trusts no certificate of ours ends the handshake.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  t.after(close);
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    until: async (count) => {
      while (mails.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return mails;
    },
    close,
  };
}

const refusal = (code: number | undefined): Error | null =>
  code === undefined
    ? null
    : Object.assign(new Error('Refused by the test'), { responseCode: code });

/** Starts something on a port of this machine that behaves as a server of mail should not. */
export async function startHostileServer(
  t: TestContext,
  behave: (socket: Socket) => void,
): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    behave(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Breaks a connection off, and answers nothing. */
export function ended(socket: Socket): string {
  socket.destroy();
  return '';
}

/** A server that does what it should, but where `answer` says something else; an empty answer is silence. */
export function converse(answer: (line: string, socket: Socket) => string | undefined) {
  return (socket: Socket): void => {
    let isData = false;
    let rest = '';
    socket.write('220 test\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isData && line !== '.') continue;
        isData = line === 'DATA';
        const own = answer(line, socket);
        if (socket.destroyed) return;
        socket.write(own ?? (isData ? '354 Go on\r\n' : '250 Ok\r\n'));
      }
    });
  };
}

/** The head of a mail, by lower-case name, with folded lines put together; a name that comes twice has two values. */
export function headersOf({ raw }: Received): Map<string, string[]> {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [name = '', ...value] = line.split(': ');
    const key = name.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value.join(': ')]);
  }
  return headers;
}

/** The part of a mail of that type, decoded. */
export function partOf({ raw }: Received, type: 'text/plain' | 'text/html'): string {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(raw) ?? [];
  const part =
    raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
  const [head = '', ...body] = part.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString();
  if (!/encoding: quoted-printable/i.test(head)) return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
