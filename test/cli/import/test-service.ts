import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { openListener } from '../../../src/cli/server/listen.ts';
import { readSettings } from '../../../src/cli/server/settings.ts';
import { startServer } from '../../../src/cli/server/start-server.ts';
import { createLogger } from '../../../src/service/operations/log.ts';

/** Runs the service on a data file for one test and gives its address. */
export async function runService(t: TestContext, file: string): Promise<string> {
  const server = await startServer({
    file,
    path: file,
    shownSettings: [],
    settings: readSettings({ ipLimit: '0' }, {}),
    listener: await openListener({ host: '127.0.0.1', port: 0 }),
    log: createLogger('error', () => {}, Date.now),
    now: Date.now,
  });
  t.after(() => server.close());
  return server.url;
}

/** One answer of a server that says what the test wants; without a status it hangs up. */
export type Line = { status?: number; headers?: Record<string, string>; body?: unknown };

export type ScriptedServer = {
  url: string;
  requests: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[];
};

/** A server that gives these answers one after another, and the last one for ever. */
export async function scriptedServer(
  t: TestContext,
  lines: readonly Line[],
): Promise<ScriptedServer> {
  const requests: ScriptedServer['requests'] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    requests.push({ url: req.url, headers: req.headers, body: Buffer.concat(chunks).toString() });
    const { status, headers, body } = lines[Math.min(requests.length, lines.length) - 1] ?? {};
    if (status === undefined) return res.destroy();
    res.writeHead(status, headers);
    return res.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
