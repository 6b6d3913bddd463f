import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { linesOf } from './log-lines.ts';
import { serveFor } from './program.ts';
import { makeDataFile, readFile, rosterBody, rosterNumber } from './roster-fixture.ts';

const FIXTURE = { people: 60 };

/** A change to the files of a data file that is opened through a link, and how to undo it. */
type Move = { what: string; apply: (place: Place) => void; undo: (place: Place) => void };
type Place = { file: string; link: string; aside: string; another: string };

const movedAside = (suffix: string): Move => ({
  what: `engaged.db${suffix} is moved away`,
  apply: ({ file, aside }) => renameSync(file + suffix, aside),
  undo: ({ file, aside }) => renameSync(aside, file + suffix),
});

const replaced = (suffix: string): Move => ({
  what: `engaged.db${suffix} is replaced by a copy`,
  apply: ({ file, aside }) => {
    renameSync(file + suffix, aside);
    copyFileSync(aside, file + suffix);
  },
  undo: ({ file, aside }) => renameSync(aside, file + suffix),
});

const MOVES: readonly Move[] = [
  ...['', '-wal', '-shm'].flatMap((suffix) => [movedAside(suffix), replaced(suffix)]),
  {
    what: 'the folder is renamed',
    apply: ({ file }) => renameSync(dirname(file), `${dirname(file)}-renamed`),
    undo: ({ file }) => renameSync(`${dirname(file)}-renamed`, dirname(file)),
  },
  {
    what: 'the folder is replaced by another one',
    apply: ({ file, another }) => {
      renameSync(dirname(file), `${dirname(file)}-renamed`);
      mkdirSync(dirname(file));
      copyFileSync(another, file);
    },
    undo: ({ file }) => {
      rmSync(dirname(file), { recursive: true });
      renameSync(`${dirname(file)}-renamed`, dirname(file));
    },
  },
  {
    what: 'the link points to another data file',
    apply: ({ link, another }) => {
      rmSync(link);
      symlinkSync(another, link);
    },
    undo: ({ link, file }) => {
      rmSync(link);
      symlinkSync(file, link);
    },
  },
  {
    what: 'the link is broken',
    apply: ({ link }) => {
      rmSync(link);
      symlinkSync(`${link}-gone`, link);
    },
    undo: ({ link, file }) => {
      rmSync(link);
      symlinkSync(file, link);
    },
  },
];

test('a service whose files were moved or replaced is not ready, and neither reads nor writes', async (t) => {
  const top = tempFolder(t);
  const home = join(top, 'home');
  mkdirSync(home);
  const { file, keys } = makeDataFile(home, { syncs: 2 * MOVES.length + 60 });
  const place: Place = {
    file,
    link: join(top, 'link.db'),
    aside: join(top, 'aside'),
    another: makeDataFile(top, { syncs: 1 }).file,
  };
  symlinkSync(file, place.link);
  const serving = await serveFor(t, top, ['--data', place.link]);
  let n = 0;
  const sync = () => {
    const key = keys[Math.floor(n / 28)] ?? '';
    return sendRequest(serving.port, 'PUT', '/v1/employees/sync', {
      key,
      body: rosterBody(FIXTURE, n + 1),
    });
  };
  const reads = async () => {
    const { status } = await sendRequest(serving.port, 'GET', '/v1/status', { key: keys[0] ?? '' });
    return status;
  };
  const isReady = async () => (await sendRequest(serving.port, 'GET', '/readyz')).status;
  const applyNext = async () => {
    const { status, text } = await sync();
    assert.equal(status, 200, text);
    n++;
  };

  await applyNext();
  for (const { what, apply, undo } of MOVES) {
    apply(place);
    const { status, headers, json } = await sync();
    assert.deepEqual(
      [status, headers['retry-after'], json],
      [
        503,
        '30',
        {
          error: {
            code: 'unavailable',
            message: 'The service cannot read or write its data at the moment',
            request_id: headers['x-request-id'],
          },
        },
      ],
      what,
    );
    for (let asked = 0; asked < 3; asked++) assert.equal(await isReady(), 503, what);
    assert.equal(await reads(), 503, what);
    undo(place);
    assert.equal(await reads(), 200, what);
    assert.equal(await isReady(), 200, what);
    await applyNext();
    readFile(file, (db) => assert.equal(rosterNumber(db, FIXTURE), n, what));
  }
  assert.equal(await serving.stop(), 0);
  readFile(file, (db) => assert.equal(rosterNumber(db, FIXTURE), n));
  assert.deepEqual(
    linesOf(serving.written.stderr)
      .filter(({ event }) => event !== 'roster_sync')
      .map(({ level, event, code }) => `${level} ${event} ${code}`),
    MOVES.flatMap(() => [
      'warn not_ready data_file_moved_or_replaced',
      'info ready_again undefined',
    ]),
  );
});

/** Adds free pages to a data file. */
function growFile(file: string): void {
  const db = openDataFile(file, { write: true });
  db.execute(
    'create table filler (x); insert into filler select zeroblob(1000000); drop table filler',
  );
  db.close();
}

test('a service whose data file was overwritten by another one is not ready, and serves nothing from it', async (t) => {
  const top = tempFolder(t);
  const home = join(top, 'home');
  mkdirSync(home);
  const { file, keys } = makeDataFile(home, { syncs: 30 });
  const [key = ''] = keys;
  const at = (name: string) => join(top, name);
  const others = [makeDataFile(top, { syncs: 1 }).file, at('smaller-backup.db')];
  copyFileSync(file, at('smaller-backup.db'));
  growFile(file);
  const serving = await serveFor(t, top, ['--data', file]);
  const ask = async (path: string) =>
    (await sendRequest(serving.port, 'GET', path, { key })).status;
  // The probe runs after what the writer does at the start.
  assert.equal(await ask('/readyz'), 200);
  for (const other of others) {
    copyFileSync(file, at('aside.db'));
    copyFileSync(other, file);
    assert.deepEqual([await ask('/readyz'), await ask('/v1/status')], [503, 503], other);
    copyFileSync(at('aside.db'), file);
    assert.deepEqual([await ask('/v1/status'), await ask('/readyz')], [200, 200], other);
    const body = rosterBody(FIXTURE, others.indexOf(other) + 1);
    const { status } = await sendRequest(serving.port, 'PUT', '/v1/employees/sync', { key, body });
    assert.equal(status, 200);
  }
  assert.equal(await serving.stop(), 0);
  readFile(file, (db) => assert.equal(rosterNumber(db, FIXTURE), others.length));
  const states = linesOf(serving.written.stderr).filter(({ event }) => event !== 'roster_sync');
  assert.deepEqual(
    states.map(({ event, code }) => [event, code]),
    others.flatMap(() => [
      ['not_ready', 'data_file_moved_or_replaced'],
      ['ready_again', undefined],
    ]),
  );
});
