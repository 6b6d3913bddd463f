import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { linesOf } from './log-lines.ts';
import { serveFor } from './program.ts';
import { makeDataFile, readFile, rosterBody, rosterNumber } from './roster-fixture.ts';

const CREW = { people: 60 };

/** What may be done to a data file, named by a link, and how it is undone. */
type Move = { what: string; inflict: (place: Place) => void; undo: (place: Place) => void };
type Place = { file: string; link: string; aside: string; another: string };

const movedAside = (suffix: string): Move => ({
  what: `engaged.db${suffix} is moved away`,
  inflict: ({ file, aside }) => renameSync(file + suffix, aside),
  undo: ({ file, aside }) => renameSync(aside, file + suffix),
});

const replaced = (suffix: string): Move => ({
  what: `a copy takes the place of engaged.db${suffix}`,
  inflict: ({ file, aside }) => {
    renameSync(file + suffix, aside);
    copyFileSync(aside, file + suffix);
  },
  undo: ({ file, aside }) => renameSync(aside, file + suffix),
});

const MOVES: readonly Move[] = [
  ...['', '-wal', '-shm'].flatMap((suffix) => [movedAside(suffix), replaced(suffix)]),
  {
    what: 'the folder is renamed',
    inflict: ({ file }) => renameSync(dirname(file), `${dirname(file)}-renamed`),
    undo: ({ file }) => renameSync(`${dirname(file)}-renamed`, dirname(file)),
  },
  {
    what: 'another folder takes its place',
    inflict: ({ file, another }) => {
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
    what: 'the link leads to another data file',
    inflict: ({ link, another }) => {
      rmSync(link);
      symlinkSync(another, link);
    },
    undo: ({ link, file }) => {
      rmSync(link);
      symlinkSync(file, link);
    },
  },
  {
    what: 'the link leads nowhere',
    inflict: ({ link }) => {
      rmSync(link);
      symlinkSync(`${link}-gone`, link);
    },
    undo: ({ link, file }) => {
      rmSync(link);
      symlinkSync(file, link);
    },
  },
];

test('a service whose files are not in their place any more is not ready, and applies no sync', async (t) => {
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
      body: rosterBody(CREW, n + 1),
    });
  };
  const isReady = async () => (await sendRequest(serving.port, 'GET', '/readyz')).status;
  const mustApply = async () => {
    const { status, text } = await sync();
    assert.equal(status, 200, text);
    n++;
  };

  await mustApply();
  for (const { what, inflict, undo } of MOVES) {
    inflict(place);
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
    undo(place);
    assert.equal(await isReady(), 200, what);
    await mustApply();
    readFile(file, (db) => assert.equal(rosterNumber(db, CREW), n, what));
  }
  assert.equal(await serving.stop(), 0);
  readFile(file, (db) => assert.equal(rosterNumber(db, CREW), n));
  assert.deepEqual(
    linesOf(serving.written.stderr)
      .filter(({ event }) => event !== 'roster_sync')
      .map(({ level, event, code }) => `${level} ${event} ${code}`),
    MOVES.flatMap(() => ['warn not_ready data_file_moved', 'info ready_again undefined']),
  );
});
