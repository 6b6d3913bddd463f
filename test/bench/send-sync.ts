import { Agent, request } from 'node:http';

/** The counts of a sync response, by their names in the API. */
export type Counts = Record<string, unknown>;

const agent = new Agent({ keepAlive: true });

/**
 * Sends one roster and waits for the response; returns the milliseconds in between.
 *
 * @throws Error if the sync is rejected
 */
export const sendSync = (
  port: number,
  key: string,
  body: Buffer,
): Promise<{ ms: number; result: Counts }> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port, method: 'PUT', path: '/v1/employees/sync', agent },
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': body.length,
        },
        timeout: 60_000,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => {
          const ms = performance.now() - began;
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve({ ms, result: JSON.parse(text) as Counts });
          else reject(new Error(`${response.statusCode} for a sync: ${text.slice(0, 300)}`));
        });
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new Error('a sync was not answered')));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
