import type { Command } from 'commander';
import { addressOf } from '../../../http/base-path.ts';
import type { OidcSettings } from '../../../portal/sign-in/oidc/settings.ts';
import type { MailTransport } from '../../../service/mail/transport.ts';
import type { FirstStart } from '../../../service/operations/first-start.ts';
import { createLogger, describeError, type Logger } from '../../../service/operations/log.ts';
import { writeLinesTo } from '../../../service/operations/log-output.ts';
import { dataExists } from '../../../store/data.ts';
import { isPostgresAddress, withoutPassword } from '../../../store/postgres/address.ts';
import { version } from '../../../store/version.ts';
import { addCommand, type CommonOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { dataAsGiven, dataOf } from '../../options/data-file-option.ts';
import { print, style } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';
import type { AccessLog } from '../../server/access-log.ts';
import type { Listener } from '../../server/listen.ts';
import { portalLinkUrl } from '../../server/portal-url.ts';
import {
  addSettingOptions,
  describeSettings,
  type RawSettings,
  readSettings,
  type Settings,
  toOidcSettings,
  toServiceMail,
  toSocket,
  toTlsFiles,
} from '../../server/settings.ts';
import { withSocketPeers } from '../../server/socket.ts';
import { findUnknownVariables } from '../../server/unknown-variables.ts';
import { hasUnnamedProxy, UNNAMED_PROXY } from '../../server/unnamed-proxy.ts';

/** `engaged serve`, and `engaged` alone: runs the service until a signal stops it. */
export function addServeCommand(program: Command, context: Context): void {
  addSettingOptions(
    addCommand(program, 'serve', {
      description: 'Run the service (the default command); creates the data if there is none',
      example: 'engaged serve --port 8080 --data /var/lib/engaged/engaged.db',
    }),
  ).action(async (options: CommonOptions & RawSettings) => {
    const settings = readSettings(options, context.env);
    const oidc = toOidcSettings(settings);
    const files = toTlsFiles(settings);
    const socket = toSocket(settings, context.cwd);
    const mail = toServiceMail(settings, context.cwd);
    if (socket) settings.trustedProxies = withSocketPeers(settings.trustedProxies);
    // Loaded here, so that no other command waits for the HTTP server.
    const [{ openListener }, { openAccessLog }] = await Promise.all([
      import('../../server/listen.ts'),
      import('../../server/access-log.ts'),
    ]);
    const file = dataOf(context, options);
    const log = createLogger(
      settings.logLevel,
      writeLinesTo(context.stderr, context.now),
      context.now,
    );
    // Opened before anything is created: a start that fails on its port or its files leaves nothing behind.
    const { host, port } = settings;
    const listener = await openListener({ host, port, socket, tls: files && { files } });
    try {
      const accessLog =
        settings.accessLog === undefined
          ? undefined
          : await openAccessLog(settings.accessLog, { context, data: file, log });
      await serve(context, options, { settings, oidc, mail, file, log, listener, accessLog });
    } catch (error) {
      listener.close();
      throw error;
    }
  });
}

type Opened = {
  settings: Settings;
  oidc: OidcSettings | undefined;
  mail: MailTransport | undefined;
  file: string;
  log: Logger;
  listener: Listener;
  accessLog: AccessLog | undefined;
};

/** Serves until a signal stops it. */
async function serve(
  context: Context,
  options: CommonOptions & RawSettings,
  { settings, oidc, mail, file, log, listener, accessLog }: Opened,
): Promise<void> {
  const { startServer } = await import('../../server/start-server.ts');
  let reload = () => {};
  // Before keys exist: a signal from then on lets the start print them, and later lets requests finish.
  const stopped = context.stopRequested(() => reload());
  const first = dataExists(file) ? undefined : await createFirst(context, file);
  for (const { variable, suggestion } of findUnknownVariables(context.env)) {
    log.warn('unknown_setting', { variable, suggestion });
  }
  if (hasUnnamedProxy(settings)) log.warn('proxy_not_named', { reason: UNNAMED_PROXY });
  const logFailure = (event: string) => (error?: Error | null) => {
    if (error) log.warn(event, describeError(error));
  };
  // Printed before anything else can fail: the keys are not shown again.
  if (first && !options.json) {
    context.stdout.write(
      `${firstStartMessage(context, first, file)}\n`,
      logFailure('keys_not_printed'),
    );
  }
  const event = first && options.json ? 'keys_not_printed' : 'start_not_printed';
  const publicUrl = settings.publicUrl ? addressOf(settings.publicUrl) : null;
  const baseUrl = publicUrl ?? listener.url;
  const link = first ? portalLinkUrl(baseUrl, first.portalLink) : null;
  const printStart = (isServing: boolean, describe: () => string) => {
    const addresses = isServing ? { url: listener.url, link } : { url: null, link: null };
    const start = toJsonStart(first, file, { ...addresses, publicUrl });
    print(context, options, start, describe, logFailure(event));
  };
  const server = await startServer({
    ...{ file, path: dataAsGiven(context, options), settings, oidc, mail, listener, log },
    shownSettings: describeSettings(options, context.env),
    accessLog: accessLog?.write,
    now: context.now,
  }).catch((error) => {
    // The keys are not shown again: they are printed even though nothing listens.
    if (first && options.json) printStart(false, () => '');
    throw error;
  });
  reload = () => {
    server.reload();
    void accessLog?.reopen();
  };
  printStart(true, () =>
    [
      ...(first ? [exampleCommands(first, baseUrl), portalMessage(link)] : []),
      `Portal: ${baseUrl}/portal`,
      `API reference: ${baseUrl}/docs`,
      `engaged ${version} listens on ${server.url}, ${whereIs(file)}. Press Ctrl-C to stop.`,
    ].join('\n'),
  );
  await stopped;
  await server.close();
  await accessLog?.close();
}

/** Only the first start needs what fills a sandbox. */
async function createFirst({ now, actor }: Context, file: string): Promise<FirstStart> {
  const { createFirstData } = await import('../../../service/operations/first-start.ts');
  return createFirstData(file, { now: now(), actor });
}

const whereIs = (data: string): string =>
  isPostgresAddress(data)
    ? `database ${escapeControl(withoutPassword(data))}`
    : `data file ${escapeControl(data)}`;

const firstStartMessage = (
  context: Context,
  { company, live, test }: FirstStart,
  file: string,
): string =>
  `${isPostgresAddress(file) ? 'Set up' : 'Created'} the ${whereIs(file)} with the company "${company.name}" and a sandbox of sample people.

  live key  ${style(context, context.stdout, 'bold', live.key)}  real data
  test key  ${style(context, context.stdout, 'bold', test.key)}  the sandbox

Save these keys now; they are not shown again. Both can read people, leaderboards, departments and the shop, and sync
rosters. Every other scope, such as xp:write, must be named: engaged key create --help
`;

const exampleCommands = ({ live, test }: FirstStart, url: string): string =>
  `Try it with the sample people, and with your own company, which is still empty:

  curl -H 'Authorization: Bearer ${test.key}' '${url}/v1/leaderboard?limit=3'
  curl -H 'Authorization: Bearer ${live.key}' '${url}/v1/status'
`;

const portalMessage = (link: string | null): string =>
  `Open the portal in a browser and become its owner. The link works once, for 15 minutes; make another one with
engaged portal link EMAIL --role owner:

  ${link}
`;

/** @param at null where the service did not start */
const toJsonStart = (
  first: FirstStart | undefined,
  file: string,
  { url, publicUrl, link }: { url: string | null; publicUrl: string | null; link: string | null },
) => ({
  version,
  url,
  public_url: publicUrl,
  data: withoutPassword(file),
  first_start: first
    ? {
        company: { id: first.company.id, name: first.company.name },
        live_key: first.live.key,
        test_key: first.test.key,
        portal_link: link,
      }
    : null,
});
