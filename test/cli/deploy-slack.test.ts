import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCommandLine } from './command-line.ts';

test('the manifest of the app in Slack has its commands, its home and no more rights than they need', async (t) => {
  const { run } = createCommandLine(t);
  const { code, stdout, stderr } = await run(['deploy', 'slack']);
  assert.deepEqual([code, stderr], [0, '']);
  const { features, oauth_config, settings } = JSON.parse(stdout);
  assert.deepEqual(
    features.slash_commands.map(({ command }: { command: string }) => command),
    ['/xp'],
  );
  assert.deepEqual(features.app_home, { home_tab_enabled: true, messages_tab_enabled: false });
  assert.deepEqual(oauth_config.scopes, {
    bot: ['commands', 'incoming-webhook', 'users:read', 'users:read.email'],
  });
  assert.equal(settings.socket_mode_enabled, true);
  assert.deepEqual(settings.event_subscriptions, { bot_events: ['app_home_opened'] });
});

test('a service starts with both tokens of Slack or none, and with a company that is clear', async (t) => {
  const { json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const app = ['--slack-app-token', 'xapp-1-A0-secret-token'];
  const bot = ['--slack-bot-token', 'xoxb-1-2-secret-token'];
  const serve = async (...argv: string[]) => {
    const { code, stdout, stderr } = await run(['serve', '--port', '0', ...argv]);
    assert.notEqual(code, 0);
    assert.doesNotMatch(stdout + stderr, /secret/);
    return stderr;
  };
  assert.match(await serve(...app), /Slack needs slack-app-token and slack-bot-token/);
  assert.match(await serve(...bot), /Slack needs slack-app-token and slack-bot-token/);
  assert.match(await serve('--slack-bot-token', 'secret'), /a token that begins with xoxb-/);
  assert.match(await serve(...app, ...bot, '--slack-company', 'Nobody'), /Company not found/);
  await json('company', 'create', '--name', 'Other');
  assert.match(await serve(...app, ...bot), /There are several companies/);
});
