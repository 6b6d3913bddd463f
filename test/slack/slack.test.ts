import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SlackState } from '../../src/domain/slack-state.ts';
import { startSlack } from '../../src/portal/slack/start-slack.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { createLogger } from '../../src/service/operations/log.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import { placeOfData } from '../../src/store/data.ts';
import { createTestCompany } from '../service/test-company.ts';
import { until } from '../until.ts';
import { type FakeSlack, startFakeSlack, TEAM } from './fake-slack.ts';

const TOKENS = { appToken: 'xapp-1-secret-of-the-app', botToken: 'xoxb-secret-of-the-bot' };

/** A company with a few people, whose workspace is a Slack of our own. */
async function start(t: TestContext) {
  const slack = await startFakeSlack(t);
  const company = createTestCompany(t);
  const now = Date.now();
  company.write((write) => {
    createDepartment(write, { name: 'Sales' });
    const add = (name: string, department?: string) =>
      addEmployee(write, { email: `${name}@acme.example`, given_name: name, department })
        .employee_id;
    const alice = add('alice', 'Sales');
    awardXp(write, alice, { amount: 340, at: now });
    grantCoins(write, alice, { amount: 70, reason: 'Welcome' });
    awardXp(write, add('bob', 'Sales'), { amount: 500, at: now });
    deactivateEmployee(write, add('left'), 'Left');
  }, now);
  createCompany(company.db, { name: 'Other', ssoDomains: [], now, actor: 'test' });
  const logged: string[] = [];
  const states: (SlackState | null)[] = [];
  const log = createLogger('debug', (line) => logged.push(line), Date.now);
  const { file, companyId } = company;
  const running = startSlack({
    ...{ file, place: placeOfData(file), log, retryMs: 50, now: Date.now },
    noteState: async (state) => void states.push(state),
    workspace: { ...TOKENS, companyId, apiUrl: slack.apiUrl },
  });
  t.after(() => running.stop());
  return { slack, company, running, logged, states };
}

let envelopes = 0;

/** Sends a command as Slack does, and gives what came back for it. */
async function ask(slack: FakeSlack, user: string, more: Record<string, unknown> = {}) {
  const envelope_id = `envelope-${++envelopes}`;
  const payload = { command: '/xp', text: '', user_id: user, team_id: TEAM, ...more };
  slack.send(
    JSON.stringify({
      envelope_id,
      type: 'slash_commands',
      accepts_response_payload: true,
      payload,
    }),
  );
  const isIt = (one: { envelope_id: string }) => one.envelope_id === envelope_id;
  await slack.until(() => slack.acknowledged.some(isIt));
  return slack.acknowledged.find(isIt)?.payload;
}

const connected = (slack: FakeSlack, count = 1) => slack.until(() => slack.connections >= count);

const nameOf = (state: SlackState | null | undefined) => state?.state ?? null;

test('/xp shows level, XP, coins and ranks to whoever asks alone', async (t) => {
  const { slack } = await start(t);
  await connected(slack);
  const answer = await ask(slack, 'U1');
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format();
  assert.equal(answer?.response_type, 'ephemeral');
  const lines = answer?.text?.split('\n') ?? [];
  assert.deepEqual(
    lines.map((line) => line.replace(` ${new Date().getUTCFullYear()}`, '')),
    [
      'You are at level 3, with 340 XP.',
      lines[1],
      'You have 70 coins.',
      `In ${month} you are 2 of 2 in the company.`,
      'In Sales you are 2 of 2.',
    ],
  );
  assert.match(lines[1] ?? '', /^\d+ XP to level 4\.$/);
});

test('the home of the app shows the same, and is published for whoever opened it', async (t) => {
  const { slack } = await start(t);
  await connected(slack);
  const answer = await ask(slack, 'U1');
  const event = { type: 'app_home_opened', user: 'U1', tab: 'home' };
  slack.send(
    JSON.stringify({
      ...{ envelope_id: 'home', type: 'events_api' },
      payload: { team_id: TEAM, event },
    }),
  );
  const isIt = ({ method }: { method: string }) => method === 'views.publish';
  await slack.until(() => slack.calls.some(isIt));
  const { form, token } = slack.calls.find(isIt) ?? assert.fail('nothing published');
  assert.equal(form.get('user_id'), 'U1');
  assert.equal(token, `Bearer ${TOKENS.botToken}`);
  assert.deepEqual(JSON.parse(form.get('view') ?? ''), { type: 'home', blocks: answer?.blocks });
});

test('who is no active person of the company, by a confirmed email of the workspace, gets a friendly refusal', async (t) => {
  const { slack } = await start(t);
  await connected(slack);
  const answers = new Map<string, string | undefined>();
  for (const user of ['U2', 'U3', 'U4', 'U5', 'U6', 'U7', 'U8', 'U9', 'U404'])
    answers.set(user, (await ask(slack, user))?.text);
  const noEmail =
    'Slack knows no confirmed email address of yours, so nobody can tell who you are.';
  const notOurs = 'This is for members of the workspace.';
  const unknown =
    'Nobody active here has the email address that you have in Slack. Ask whoever runs engaged in your company.';
  const slow = 'Slack takes long to say who you are. Try again in a minute.';
  assert.deepEqual(Object.fromEntries(answers), {
    ...{ U2: noEmail, U3: unknown, U4: notOurs, U5: notOurs, U6: notOurs },
    ...{ U7: noEmail, U8: unknown, U9: unknown, U404: slow },
  });
});

test('people of another company are unknown, and another workspace gets nothing', async (t) => {
  const { slack, company } = await start(t);
  const [other] = company.db.all(
    {
      name: 'test/other',
      sql: "select company_id as companyId from companies where name = 'Other' and mode = 'live'",
      cardinality: 'many',
      params: {},
      row: { companyId: 'integer' },
    },
    {},
  );
  const companyId = other?.companyId ?? 0;
  writeCompany(company.db, { companyId, now: Date.now(), actor: 'test' }, (write) =>
    addEmployee(write, { email: 'other@other.example', given_name: 'Olga' }),
  );
  await connected(slack);
  assert.match((await ask(slack, 'U9'))?.text ?? '', /^Nobody active here/);
  assert.deepEqual(await ask(slack, 'U1', { team_id: 'T0OTHER' }), {});
});

test('a change by another process shows at once, and a command of which nobody knows is said to be none', async (t) => {
  const { slack, company } = await start(t);
  await connected(slack);
  await ask(slack, 'U1');
  company.write((write) => grantCoins(write, 'alice@acme.example', { amount: 5, reason: 'Again' }));
  assert.match((await ask(slack, 'U1'))?.text ?? '', /You have 75 coins\./);
  for (const command of ['/nothing', 'constructor', '__proto__', undefined])
    assert.equal((await ask(slack, 'U1', { command }))?.text, 'There is no such command.');
});

test('an envelope that comes again is acknowledged again, each once', async (t) => {
  const { slack } = await start(t);
  await connected(slack);
  const payload = { command: '/xp', user_id: 'U1', team_id: TEAM };
  const envelope = { envelope_id: 'again', type: 'slash_commands', payload };
  for (const retry_attempt of [0, 1]) slack.send(JSON.stringify({ ...envelope, retry_attempt }));
  await slack.until(() => slack.acknowledged.length >= 2);
  await ask(slack, 'U1');
  assert.equal(slack.acknowledged.filter(({ envelope_id }) => envelope_id === 'again').length, 2);
});

test('a Slack that answers slowly, or asks for time, is said to be slow', async (t) => {
  const { slack } = await start(t);
  await connected(slack);
  const known = slack.answers['users.info'];
  for (const answer of ['none' as const, { status: 429, retryAfter: 30 }]) {
    slack.answers['users.info'] = () => answer;
    assert.match((await ask(slack, 'U1'))?.text ?? '', /^Slack takes long/);
  }
  if (known) slack.answers['users.info'] = known;
  assert.match((await ask(slack, 'U1'))?.text ?? '', /^You are at level 3/);
});

test('garbage ends nothing for long, and a connection that ends or is recycled is made again', async (t) => {
  const { slack, states, logged } = await start(t);
  const isIn = (name: string) => until(() => nameOf(states.at(-1)) === name);
  await connected(slack);
  for (const text of ['{', '[]', '"x"', '{"type":"slash_commands"}', '{"type":"hello"}'])
    slack.send(text);
  assert.match((await ask(slack, 'U1'))?.text ?? '', /^You are at level 3/);
  // The library ends its thread over these, which is started again.
  let connections = 1;
  for (const text of ['null', '{"type":"events_api"}']) {
    slack.send(text);
    await connected(slack, ++connections);
    assert.match((await ask(slack, 'U1'))?.text ?? '', /^You are at level 3/);
  }
  await isIn('connected');
  slack.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }));
  await connected(slack, ++connections);
  slack.drop();
  await isIn('reconnecting');
  await connected(slack, ++connections);
  await isIn('connected');
  assert.match((await ask(slack, 'U1'))?.text ?? '', /^You are at level 3/);
  assert.doesNotMatch(logged.join('\n'), /xapp-|xoxb-|secret/);
});

test('tokens that Slack refuses are logged without them, and a stop does not wait', async (t) => {
  const { slack, logged, running, states } = await start(t);
  await connected(slack);
  await running.stop();
  const second = await startFakeSlack(t);
  second.answers['auth.test'] = () => ({ ok: false, error: 'invalid_auth' });
  const company = createTestCompany(t);
  const { file, companyId } = company;
  const log = createLogger('debug', (line) => logged.push(line), Date.now);
  const refused = startSlack({
    ...{ file, place: placeOfData(file), log, retryMs: 50, now: Date.now },
    noteState: async (state) => void states.push(state),
    workspace: { ...TOKENS, companyId, apiUrl: second.apiUrl },
  });
  await second.until(() => second.calls.length >= 2);
  await refused.stop();
  assert.deepEqual(
    states.slice(-2).map((one) => [nameOf(one), one?.reason]),
    [
      ['refused', 'invalid_auth'],
      [null, undefined],
    ],
  );
  const events = logged.map((line) => JSON.parse(line).event);
  assert.ok(events.includes('slack_not_connected'), events.join());
  assert.match(logged.join('\n'), /invalid_auth/);
  assert.doesNotMatch(logged.join('\n'), /xapp-|xoxb-|secret-of/);
});
