import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { resolveCompany } from '../../src/cli/options/company-option.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import * as scimUsers from '../../src/store/scim/scim-users.ts';
import { askDirectory } from '../service/scim/ask-directory.ts';
import { createCommandLine, NOW } from './command-line.ts';

/** A colour, a title, a bell, a backspace, a C1 sequence, an override, an isolate, and breaks that would begin a line. */
export const HOSTILE =
  'x\u001b[31m\u001b]0;t\u0007\u0008\u009b2J\u202e\u2066\u2028\u0085\u007fy\r\nFAKE line\nFAKE line';

/** A company all of whose texts are hostile. */
export async function createHostileCompany(t: TestContext) {
  const line = createCommandLine<{ id: string; employee_id: string; key: string }>(t);
  const { folder, json, run } = line;
  const write = (name: string, rows: readonly (readonly string[])[]) => {
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    writeFileSync(join(folder, name), rows.map((row) => `${row.map(cell).join(',')}\n`).join(''));
    return name;
  };
  const label = (name: string) => `${name}${HOSTILE}`;
  await json('company', 'create', '--name', label('Acme'));
  await json('company', 'create', '--name', label('Other'), '--data', 'other.db');
  const header = [
    ...['external_id', 'email', 'first_name', 'last_name'],
    ...['department_external_id', 'department_name', 'job_title', label('Other column')],
  ];
  const row = (n: number, name = HOSTILE) => [
    ...[label(`E${n}`), `p${n}@acme.test`, name, label(`n${n}`)],
    ...[label(`D${n}`), label(`Dept ${n}`), HOSTILE, HOSTILE],
  ];
  const people = write(label('people.csv').replaceAll('/', ''), [
    header,
    ...[1, 2, 3, 4, 5, 6].map((n) => row(n)),
  ]);
  assert.equal((await run(['import', people, '--save-profile', label('Nightly')])).code, 0);
  const bad = write('bad.csv', [
    header,
    ...[1, 2].map((n) => row(n, label('New'))),
    row(7).with(1, HOSTILE),
  ]);
  await json('employee', 'sign-in', 'p1@acme.test', '--name', label('Account'));
  await json('xp', 'award', 'p1@acme.test', '900', '--reason', HOSTILE, '--once', HOSTILE);
  for (const day of ['2026-08-02', '2026-09-02']) {
    await json('xp', 'award', 'p1@acme.test', '9', '--reason', HOSTILE, '--at', day);
  }
  await json('coins', 'grant', 'p1@acme.test', '900', '--reason', HOSTILE);
  for (const code of ['mentor', 'winner']) {
    await json(
      ...['badge', 'define', code, '--name', label(code), '--category', 'social'],
      ...['--rarity', 'rare', '--description', HOSTILE],
    );
  }
  await json('badge', 'award', 'p1@acme.test', 'mentor');
  const item = await json(
    ...['shop', 'add', '--name', label('Mug'), '--category', 'merch', '--price', '80'],
    ...['--description', HOSTILE, '--image-url', 'https://acme.test/mug.png'],
  );
  const redemptions: string[] = [];
  for (let n = 0; n < 4; n++) {
    redemptions.push((await json('shop', 'redeem', 'p1@acme.test', item.id)).id);
  }
  await json('kudos', 'settings', '--on');
  await json('kudos', 'values', 'set', 'care', '--name', label('Care'));
  const thank = (from: string, to: string) =>
    json(
      ...['kudos', 'give', from, to, '--points', '3', '--value', 'care'],
      ...['--message', `${HOSTILE} and more`],
    );
  for (let n = 0; n < 3; n++) {
    await thank('p1@acme.test', 'p2@acme.test');
    await thank('p2@acme.test', 'p1@acme.test');
  }
  const { id: thanks } = await thank('p2@acme.test', 'p3@acme.test');
  const key = await json(
    ...['key', 'create', '--mode', 'live', '--name', label('Key'), '--scope', 'all'],
    ...['--expires-in', '5d'],
  );
  const token = await json('scim', 'create', '--mode', 'live', '--name', label('Token'));
  askHostileDirectory(join(folder, 'engaged.db'));
  const webhook = await json('webhook', 'create', '--url', 'https://hooks.acme.test/');
  await json('xp', 'award', 'p2@acme.test', '5', '--reason', HOSTILE);
  const days = ['--first-day', '2026-11-01', '--last-day', '2026-11-30'];
  const contest = await json('contest', 'create', '--name', label('Advent'), ...days);
  const { gift_id: gift } = await json<{ gift_id: string }>(
    ...['give', '--everybody', '--xp', '3', '--reason', HOSTILE, '--yes'],
  );
  await json('month', 'close', '2026-08');
  await json('xp', 'award', 'p2@acme.test', '9', '--reason', HOSTILE, '--at', '2026-08-03');
  await json('portal', 'link', 'owner@acme.test', '--role', 'owner');
  const wall = await json('portal', 'wall', 'create', '--title', label('Wall'));
  await json('backup', 'good.db');
  const { data: syncs } = await json<{ data: { id: string }[] }>('sync', 'list');
  return {
    line,
    write,
    label,
    people,
    bad,
    item,
    redemptions,
    key,
    token,
    webhook,
    contest,
    gift,
    wall,
    thanks,
    sync: syncs[0]?.id ?? '',
  };
}

type Hostile = Awaited<ReturnType<typeof createHostileCompany>>;

/** A command line for every command there is, by its words. */
export function commandLines(hostile: Hostile): Record<string, string[][]> {
  const { write, label, people, bad, item, redemptions, key, token, webhook } = hostile;
  const { contest, gift, wall, sync, thanks } = hostile;
  const [first = '', second = '', third = '', fourth = ''] = redemptions;
  const xp = write('xp.csv', [
    ['employee', 'amount', 'reason'],
    ['p2@acme.test', '3', HOSTILE],
    [HOSTILE, '3', HOSTILE],
  ]);
  const list = ['', '--csv', '--json'].map((format) => (format === '' ? [] : [format]));
  const badge = ['--name', HOSTILE, '--category', 'social', '--rarity', 'rare'];
  return {
    import: [
      [people, '--dry-run'],
      [bad, '--deactivate-missing', '--rejects', label('rejects').replaceAll('/', '')],
      [bad, '--where', `${label('Other column')}=nothing`],
      [bad, '--map', `email=${HOSTILE}`],
      [HOSTILE],
    ],
    'sync list': list,
    'sync show': [['latest'], [sync], [HOSTILE]],
    'sync approve': [[sync], ['latest']],
    'sync revert': [
      ['latest', '--dry-run'],
      [sync, '--dry-run'],
    ],
    serve: [
      ['--port', '0', '--log-level', 'debug'],
      ['--host', HOSTILE],
    ],
    'company create': [['--name', label('Third'), '--data', label('third.db').replaceAll('/', '')]],
    'company list': list,
    'company show': [[], [HOSTILE]],
    'company update': [['--name', label('Acme again')]],
    'company delete': [[label('Acme again')], [HOSTILE, '--yes']],
    'key create': [
      ['--mode', 'test', '--name', HOSTILE, '--scope', 'all'],
      ['--mode', HOSTILE],
    ],
    'key list': list,
    'key rotate': [[key.id], [HOSTILE]],
    'key revoke': [[key.id]],
    'scim create': [
      ['--mode', 'test', '--name', HOSTILE],
      ['--mode', HOSTILE],
    ],
    'scim list': list,
    'scim show': [[], [HOSTILE]],
    'scim rotate': [[token.id], [HOSTILE]],
    'scim revoke': [[token.id]],
    'scim approve': [[]],
    'portal link': [['owner@acme.test'], [HOSTILE]],
    'portal invite': [['--everybody', '--again'], [HOSTILE]],
    'portal cards': [
      ['p3@acme.test', '--out', 'cards.html'],
      [HOSTILE, '--out', 'cards.html'],
    ],
    'mail test': [['x@acme.test'], [HOSTILE]],
    'profile list': list,
    'profile show': [[label('Nightly')], [HOSTILE]],
    'profile rename': [
      [label('Nightly'), label('Daily')],
      [HOSTILE, 'x'],
    ],
    'profile delete': [[label('Daily')], [HOSTILE]],
    'portal accounts list': list,
    'portal accounts role': [
      ['owner@acme.test', 'admin'],
      ['owner@acme.test', HOSTILE],
    ],
    'portal accounts disable': [['owner@acme.test'], [HOSTILE]],
    'portal accounts enable': [['owner@acme.test'], [HOSTILE]],
    'portal accounts unlink': [['owner@acme.test'], [HOSTILE]],
    'portal accounts reset-totp': [['owner@acme.test'], [HOSTILE]],
    'portal wall create': [['--title', HOSTILE]],
    'portal wall list': list,
    'portal wall revoke': [[wall.id], [HOSTILE]],
    'employee add': [
      ['--email', 'new@acme.test', '--name', HOSTILE],
      ['--email', HOSTILE],
    ],
    'employee list': [...list, ['--status', HOSTILE]],
    'employee show': [['p1@acme.test'], ['p1@acme.test', '--json'], [HOSTILE]],
    'employee update': [
      ['p2@acme.test', '--job-title', label('Job')],
      [HOSTILE, '--name', 'x'],
    ],
    'employee deactivate': [['p3@acme.test', '--reason', HOSTILE]],
    'employee reactivate': [['p3@acme.test'], [HOSTILE]],
    'employee keep': [['p1@acme.test'], [HOSTILE]],
    'employee sign-in': [['p4@acme.test', '--name', HOSTILE]],
    'employee role': [['p4@acme.test', '--role', HOSTILE]],
    'employee export': [['p1@acme.test']],
    'employee erase': [
      ['p5@acme.test', '--reason', HOSTILE],
      [HOSTILE, '--reason', 'x', '--yes'],
    ],
    'department create': [['--name', label('Made'), '--external-id', HOSTILE]],
    'department list': list,
    'department rename': [
      [label('D1'), label('Renamed')],
      [HOSTILE, 'x'],
    ],
    'department move': [
      [label('D1'), '--parent', label('D2')],
      [label('D1'), '--parent', HOSTILE],
    ],
    'department merge': [
      [label('D2'), label('D3'), '--dry-run'],
      [label('D3'), label('D4')],
    ],
    'department archive': [[label('D6')]],
    'department restore': [[label('D6')], [HOSTILE]],
    'xp award': [
      ['p1@acme.test', '5', '--reason', HOSTILE],
      ['p1@acme.test', HOSTILE],
    ],
    'xp import': [[xp], [xp, '--map', `reason=${HOSTILE}`], [people]],
    'xp explain': [['p1@acme.test'], [HOSTILE]],
    'coins grant': [['p1@acme.test', '5', '--reason', HOSTILE]],
    'badge define': [
      ['other', ...badge],
      [HOSTILE, ...badge],
    ],
    'badge list': list,
    'badge award': [
      ['p2@acme.test', 'winner'],
      ['p2@acme.test', HOSTILE],
    ],
    'badge revoke': [
      ['p2@acme.test', 'winner'],
      [HOSTILE, 'winner'],
    ],
    'badge award-many': [['winner', '--file', xp, '--map', 'employee=employee']],
    'badge rule': [['winner', '--xp', '1']],
    'badge apply-rules': [[]],
    give: [
      [xp, '--reason', HOSTILE, '--yes'],
      [HOSTILE, '--yes'],
      ['--department', HOSTILE, '--xp', '1', '--yes'],
    ],
    'given list': list,
    'given show': [[gift], [HOSTILE]],
    'given undo': [[gift], [HOSTILE]],
    'kudos settings': [
      ['--on', '--department', label('Dept 1'), '--allowance', '50'],
      ['--department', HOSTILE, '--allowance', '1'],
      ['--visibility', HOSTILE],
      [],
    ],
    'kudos part': [
      ['p4@acme.test', 'receiver'],
      [HOSTILE, HOSTILE],
    ],
    'kudos values list': list,
    'kudos values set': [
      ['care', '--name', label('Care')],
      [HOSTILE, '--name', HOSTILE],
    ],
    'kudos give': [
      [
        ...['p1@acme.test', 'p2@acme.test', '--value', 'care'],
        ...['--message', `${HOSTILE} and more`],
      ],
      ['p1@acme.test', HOSTILE, '--value', HOSTILE, '--message', HOSTILE],
    ],
    'kudos list': [...list, ['--reported']],
    'kudos keep': [[thanks], [HOSTILE, '--reason', HOSTILE]],
    'kudos remove': [
      [thanks, '--reason', HOSTILE],
      [HOSTILE, '--reason', HOSTILE],
    ],
    'kudos report givers': [...list, ['--month', HOSTILE]],
    'kudos report pairs': [...list, ['--month', HOSTILE]],
    'kudos budget': list,
    'shop add': [
      [
        ...['--name', label('Cup'), '--category', 'merch', '--price', '1', '--description'],
        ...[HOSTILE, '--image-url', 'https://acme.test/c.png'],
      ],
    ],
    'shop list': list,
    'shop update': [
      [item.id, '--name', label('Mug again')],
      [HOSTILE, '--price', '1'],
    ],
    'shop redeem': [
      ['p1@acme.test', item.id],
      [HOSTILE, item.id],
    ],
    'shop redemptions list': list,
    'shop approve': [[first], [second]],
    'shop fulfil': [[first], [HOSTILE]],
    'shop decline': [[third, '--reason', HOSTILE]],
    'shop refund': [
      [second, '--reason', HOSTILE],
      [fourth, '--reason', HOSTILE],
    ],
    'shop retire': [[item.id], [HOSTILE]],
    'webhook create': [
      ['--url', 'https://hooks.acme.test/b'],
      ['--url', HOSTILE],
    ],
    'webhook create-chat': [
      ['teams', '--url-file', HOSTILE],
      [HOSTILE, '--url-file', 'x'],
    ],
    'webhook list': list,
    'webhook show': [[webhook.id], [HOSTILE]],
    'webhook test': [[webhook.id], [HOSTILE]],
    'webhook rotate-secret': [[webhook.id]],
    'webhook disable': [[webhook.id]],
    'webhook enable': [[webhook.id]],
    'webhook deliveries': [[webhook.id]],
    'webhook resend': [[webhook.id], [webhook.id, HOSTILE]],
    'webhook delete': [[webhook.id], [HOSTILE]],
    leaderboard: [...list, ['--month', '2026-08'], ['--contest', contest.id], ['--month', HOSTILE]],
    'report participation': [...list, ['--department', HOSTILE], ['--from', HOSTILE]],
    'month close': [['2026-09'], [HOSTILE]],
    'month list': list,
    'month show': [['2026-09'], ['2026-08']],
    'month compare': [['2026-08'], ['2026-08', '--csv']],
    'month reopen': [['2026-09', '--reason', HOSTILE], ['2026-09']],
    'contest create': [
      ['--name', HOSTILE, '--first-day', '2026-12-01', '--last-day', '2026-12-02'],
    ],
    'contest list': list,
    'contest show': [[contest.id], [HOSTILE]],
    'contest change': [[HOSTILE, '--name', label('Changed')]],
    'contest close': [[contest.id]],
    'contest cancel': [[label('Changed')], [HOSTILE]],
    'sandbox reset': [['--yes'], []],
    'events list': list,
    'audit list': list,
    backup: [[label('b.db').replaceAll('/', '')], [join(HOSTILE, HOSTILE)]],
    restore: [['good.db', '--data', label('restored.db').replaceAll('/', '')], [HOSTILE]],
    copy: [
      ['good.db', HOSTILE],
      [HOSTILE, 'copy.db'],
    ],
    retention: [[], ['--json'], ['--run-days', HOSTILE]],
    doctor: [[], ['--json'], ['--port', HOSTILE], ['--data', HOSTILE]],
    vacuum: [[]],
    upgrade: [['--check'], []],
    ...Object.fromEntries(
      ['systemd', 'container', 'nginx', 'caddy', 'litestream', 'nightly', 'nightly-timer']
        .concat('cron', 'postgres', 'postgres-haproxy', 'postgres-systemd', 'citus', 'slack')
        .map((name) => [`deploy ${name}`, [[], ['--program', HOSTILE], ['--host', HOSTILE]]]),
    ),
    example: [['people'], [HOSTILE]],
    openapi: [[]],
    completion: [['bash'], ['zsh'], ['fish'], ['powershell'], [HOSTILE]],
  };
}

/** A directory that is refused somebody, and has somebody wait for an approval. */
function askHostileDirectory(file: string): void {
  const db = openDataFile(file, { write: true });
  const { companyId } = resolveCompany(db, {});
  const place = { companyId, now: NOW };
  const user = (n: number) => ({
    userName: `U${n}${HOSTILE}`,
    emails: [{ value: `p${n}@acme.test` }],
  });
  for (const n of [5, 6]) askDirectory(db, place, { body: user(n) });
  askDirectory(db, place, { body: { ...user(5), userName: `U6${HOSTILE}` } });
  const [held] = db.all(scimUsers.listPage, { companyId, after: 0, count: 1 });
  db.write(() => db.run(scimUsers.hold, { companyId, number: held?.number ?? 0, at: NOW }));
  db.close();
}
