import { type LogLevel, SocketModeClient } from '@slack/socket-mode';
import { WebClient } from '@slack/web-api';
import type { Router } from './router.ts';
import { findMember } from './slack-member.ts';
import type { Workspace } from './workspace.ts';

/** Slack wants an answer to a command within three seconds; in milliseconds. */
const TIMEOUT_MS = 2_000;

/** A command as Slack sends it, or the opening of the app's home. */
type Envelope = {
  ack(response?: Record<string, unknown>): Promise<void>;
  body?: { team_id?: unknown; user_id?: unknown; command?: unknown };
  event?: { user?: unknown; tab?: unknown };
};

/** The library says nothing by itself: what it would say has tokens and texts in it. */
const SILENT = {
  ...{ debug() {}, info() {}, warn() {}, error() {}, setLevel() {}, setName() {} },
  getLevel: () => 'error' as LogLevel,
};

/**
 * Connects to a workspace by Socket Mode, which needs no address that Slack could reach.
 *
 * @param onChange called whenever the connection is there or is lost; then it is made again
 * @throws Error where Slack refuses or cannot be reached
 */
export async function connectToSlack(
  workspace: Workspace,
  router: Router,
  onChange: (isConnected: boolean) => void,
): Promise<void> {
  const { appToken, botToken, apiUrl } = workspace;
  const options = { logger: SILENT, ...(apiUrl !== undefined && { slackApiUrl: apiUrl }) };
  const web = new WebClient(botToken, {
    ...options,
    ...{ timeout: TIMEOUT_MS, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true },
  });
  const { team_id: team } = await web.auth.test();
  if (!team) throw new Error('Slack did not say which workspace the token is of');
  const { logger, ...clientOptions } = options;
  const socket = new SocketModeClient({
    ...{ appToken, logger, clientOptions: { ...clientOptions, timeout: TIMEOUT_MS } },
  });

  // What goes wrong with one request is its own: Slack repeats what was not acknowledged.
  const guarded = (handle: (envelope: Envelope) => Promise<void>) => (envelope: Envelope) => {
    handle(envelope).catch(() => {});
  };
  socket.on(
    'slash_commands',
    guarded(async ({ ack, body }) => {
      const { team_id, user_id, command } = body ?? {};
      if (team_id !== team || typeof user_id !== 'string') return ack();
      const member = await findMember(web, { team, user: user_id });
      await ack(router.answer(String(command), member));
    }),
  );
  socket.on(
    'app_home_opened',
    guarded(async ({ ack, body, event }) => {
      await ack();
      const { user, tab } = event ?? {};
      if (body?.team_id !== team || tab !== 'home' || typeof user !== 'string') return;
      const member = await findMember(web, { team, user });
      await web.views.publish({ user_id: user, view: router.home(member) });
    }),
  );
  socket.on('connected', () => onChange(true));
  socket.on('close', () => onChange(false));
  await socket.start();
}
