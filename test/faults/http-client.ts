import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { HANGS_MS } from './run-scale.ts';

/** A response of the API; `ms` is the time from the first byte sent to the last byte received. */
export type Response = {
  status: number;
  json: unknown;
  text: string;
  ms: number;
  headers: IncomingHttpHeaders;
};

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

type RequestOptions = {
  key?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  timeout?: number;
};

/** Sends one request and waits for its response. @throws Error if the connection breaks before */
export function sendRequest(
  port: number,
  method: string,
  path: string,
  { key, body, headers = {}, timeout = HANGS_MS }: RequestOptions = {},
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const all = {
      ...headers,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    };
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: all,
      agent,
      timeout,
    });
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const json: unknown = /^[[{]/.test(text) ? JSON.parse(text) : undefined;
        const ms = performance.now() - began;
        resolve({ status: incoming.statusCode ?? 0, json, text, ms, headers: incoming.headers });
      });
    });
    outgoing.once('timeout', () =>
      outgoing.destroy(new Error(`${method} ${path} was not answered`)),
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
