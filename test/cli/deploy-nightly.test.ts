import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCommandLine } from './command-line.ts';
import { people, writeRoster } from './import/roster-file.ts';
import { isBuilt, programWords } from './program-under-test.ts';

const OPTIONS = [
  ...['--data', '/srv/people.db', '--program', '/opt/engaged', '--port', '9191', '--at', '23:40'],
  ...['--roster', '/srv/hr/roster.csv', '--backups', '/backup/e', '--keep', '30'],
  ...['--company', 'Acme', '--profile', '/srv/hr.json', '--deactivate-missing'],
  ...['--where', 'Status=Active|On leave', '--where', 'Share!=100 %'],
];

test('the nightly unit backs up and then imports, with the given options', async (t) => {
  const { run, json } = createCommandLine(t);
  const { code, stdout, stderr } = await run(['deploy', 'nightly', ...OPTIONS]);
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(stdout.match(/^(?:ExecStart|Environment|ReadWritePaths|User)=.*$/gm), [
    'User=engaged',
    'ExecStart=/opt/engaged backup --keep 30 /backup/e --quiet --data /srv/people.db',
    'ExecStart=/opt/engaged import /srv/hr/roster.csv --company Acme --profile /srv/hr.json --where "Status=Active|On leave" --where "Share!=100 %%" --deactivate-missing --rejects /srv/rejects.csv --quiet --data /srv/people.db',
    'Environment=ENGAGED_PORT=9191',
    'ReadWritePaths=/srv /backup/e',
  ]);
  assert.deepEqual(await json('deploy', 'nightly', ...OPTIONS), {
    file: 'engaged-nightly.service',
    text: stdout,
  });
});

test('the timer starts the unit at the given time, also after the machine was off', async (t) => {
  const { run } = createCommandLine(t);
  const { stdout } = await run(['deploy', 'nightly-timer', ...OPTIONS]);
  assert.deepEqual(stdout.match(/^[A-Z]\w+=.*$/gm), [
    'Description=engaged, nightly backup and roster import',
    'OnCalendar=*-*-* 23:40:00',
    'Persistent=yes',
    'WantedBy=timers.target',
  ]);
});

test('the crontab has the same commands, half an hour apart, with a PATH of its own', async (t) => {
  const { run } = createCommandLine(t);
  const { stdout } = await run(['deploy', 'cron', ...OPTIONS]);
  assert.deepEqual(
    stdout.split('\n').filter((line) => !line.startsWith('#') && line !== ''),
    [
      'SHELL=/bin/sh',
      'PATH=/opt:/usr/local/bin:/usr/bin:/bin',
      'MAILTO=root',
      'ENGAGED_PORT=9191',
      '40 23 * * *  engaged  /opt/engaged backup --keep 30 /backup/e --quiet --data /srv/people.db',
      "10 0 * * *  engaged  /opt/engaged import /srv/hr/roster.csv --company Acme --profile /srv/hr.json --where 'Status=Active|On leave' --where 'Share!=100 \\%' --deactivate-missing --rejects /srv/rejects.csv --quiet --data /srv/people.db",
    ],
  );
});

/** The jobs of a crontab as cron runs them: crontab(5). */
const jobsOf = (crontab: string) => {
  const variables = Object.fromEntries(
    [...crontab.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const commands = [...crontab.matchAll(/^\d+ \d+ \* \* \* {2}engaged {2}(.*)$/gm)].map(
    ([, command = '']) => command.replaceAll('\\%', '%'),
  );
  return { variables, commands };
};

test("the crontab's import runs with nothing but cron's environment, and is silent", async (t) => {
  const { run, json, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const roster = join(folder, 'the roster, 100 %.csv');
  writeRoster(folder, 'the roster, 100 %.csv', [
    ...people(1, 3),
    '4,e4@acme.example,A,B,,Left at 50 %',
  ]);
  // As npm installs a program: found in a folder with its Node, and started through PATH.
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(programWords[0], join(bin, 'node'));
  const program = join(bin, 'engaged');
  const words = programWords.slice(1).map((word) => `'${word}'`);
  writeFileSync(program, `#!/bin/sh\nexec node ${words.join(' ')} "$@"\n`);
  chmodSync(program, 0o755);
  const options = ['--program', program, '--roster', roster, '--data', join(folder, 'engaged.db')];
  const filter = ['--where', 'job_title!=Left at 50 %'];
  const { stdout } = await run(['deploy', 'cron', ...options, ...filter]);
  const { variables, commands } = jobsOf(stdout);
  const { status, ...printed } = spawnSync('/bin/sh', ['-c', commands[1] ?? ''], {
    cwd: '/',
    env: { HOME: '/nonexistent', LOGNAME: 'engaged', ...variables },
    encoding: 'utf8',
  });
  assert.deepEqual([status, printed.stdout, printed.stderr], [0, '', '']);
  const { data } = await json<{ data: object[] }>('employee', 'list');
  assert.equal(data.length, 3);
  assert.ok(!existsSync(join(folder, 'rejects.csv')));
});

test('a time that is none, a text with a line break and a number of backups below one are usage', async (t) => {
  const { run } = createCommandLine(t);
  for (const argv of [
    ['--at', '24:00'],
    ['--at', '2:15'],
    ['--roster', '/srv/a\nUser=root'],
    ['--where', 'a=b\nUser=root'],
    ['--company', 'a\nb'],
    ['--company', 'a\u202eb'],
    ['--keep', '0'],
  ]) {
    for (const recipe of ['nightly', 'nightly-timer', 'cron']) {
      const { code, stdout } = await run(['deploy', recipe, ...argv]);
      assert.deepEqual([code, stdout], [2, ''], argv.join(' '));
    }
  }
});

test('the nightly unit sees every file that it uses, in a home or a temporary folder too', async (t) => {
  const { run } = createCommandLine(t);
  const hidden = async (...argv: string[]) =>
    (await run(['deploy', 'nightly', ...argv])).stdout
      .split('\n')
      .filter((line) => /^(?:ProtectHome|PrivateTmp)=/.test(line));
  assert.deepEqual(await hidden(), ['ProtectHome=yes', 'PrivateTmp=yes']);
  for (const option of ['--roster', '--profile', '--rejects', '--backups', '--data', '--program']) {
    for (const [path, lines] of [
      ['/home/hr/x', ['ProtectHome=read-only', 'PrivateTmp=yes']],
      ['/run/user/1000/x', ['ProtectHome=read-only', 'PrivateTmp=yes']],
      ['/var/tmp/hr/x', ['ProtectHome=yes', 'PrivateTmp=no']],
      ['/tmp/hr/x', ['ProtectHome=yes', 'PrivateTmp=no']],
    ] as const) {
      assert.deepEqual(await hidden(option, path), lines, `${option} ${path}`);
    }
  }
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('systemd finds nothing wrong with the nightly unit and its timer, odd names included', {
  skip: hasSystemd ? false : 'there is no systemd-analyze here',
}, async (t) => {
  const { run, folder } = createCommandLine(t);
  const program = isBuilt && programWords.length === 1 ? programWords[0] : process.execPath;
  const odd = '/srv/our "data", 100 % $HOME';
  for (const argv of [
    [],
    ['--data', `${odd}/e.db`, '--roster', `${odd}/r.csv`, '--where', `Status="A" $B 5 %|C'`],
  ]) {
    const units = [];
    for (const [recipe, file] of [
      ['nightly', 'engaged-nightly.service'],
      ['nightly-timer', 'engaged-nightly.timer'],
    ] as const) {
      const { stdout } = await run(['deploy', recipe, '--program', program, ...argv]);
      units.push(join(folder, file));
      writeFileSync(join(folder, file), stdout);
    }
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
  }
});
