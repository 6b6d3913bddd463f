import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FormPart, readMultipart } from '../../src/http/server/multipart.ts';

const STEP = 1_048_576;
const TYPE = 'multipart/form-data; boundary=b';

const read = (body: string | Buffer, type = TYPE) => readMultipart(type, Buffer.from(body));

const part = (disposition: string, body = '') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${body}\r\n`;

const shown = (parts: Awaited<ReturnType<typeof read>>) =>
  Array.isArray(parts)
    ? (parts as FormPart[]).map(({ name, fileName, body }) => [
        name,
        fileName,
        Buffer.from(body).toString(),
      ])
    : parts;

const MALFORMED = {
  status: 400,
  code: 'bad_request',
  message: 'The form is not valid multipart/form-data',
};

test('the parts of a form are read as browsers write them', async () => {
  const body = `${part('name="a"', '1')}${part('name="file"; filename="a%22b ü.csv"', 'x,y\r\n--c\r\n')}${part('name="none"; filename=""')}--b--\r\n`;
  assert.deepEqual(shown(await read(body)), [
    ['a', undefined, '1'],
    ['file', 'a"b ü.csv', 'x,y\r\n--c\r\n'],
    ['none', '', ''],
  ]);
  assert.deepEqual(
    shown(
      await read(`${part('name="a"', 'x')}--b--`, `${TYPE.replace('=b', '="b"')}; charset=utf-8`),
    ),
    [['a', undefined, 'x']],
  );
  assert.deepEqual(shown(await read('--b--')), []);
});

test('another type of body is no form, and a form that cannot be read is refused', async () => {
  assert.equal(await read('a=1', 'application/x-www-form-urlencoded'), undefined);
  assert.equal(await readMultipart(undefined, Buffer.from('a=1')), undefined);
  for (const [body, type] of [
    ['', TYPE],
    [part('name="a"', 'x'), TYPE],
    [`${part('name="a"', 'x')}--b`, TYPE],
    [`${part('name="a"', 'x')}--bc\r\n`, TYPE],
    [`x${part('name="a"', 'x')}--b--`, TYPE],
    ['--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--', TYPE],
    ['--b\r\nContent-Type: text/csv\r\n\r\nx\r\n--b--', TYPE],
    [
      `--b\r\nX: ${'y'.repeat(5_000)}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--`,
      TYPE,
    ],
    [`${part('name="a"', 'x').repeat(65)}--b--`, TYPE],
    [`${part('name="a"', 'x')}--b--`, 'multipart/form-data'],
    [`${part('name="a"', 'x')}--b--`, `multipart/form-data; boundary=${'b'.repeat(71)}`],
  ] as const) {
    assert.deepEqual(await read(body, type), MALFORMED, body.slice(0, 80));
  }
});

test('a form of very many parts is refused without reading them', async () => {
  const many = Buffer.from(part('name="a"; filename="x"', 'y').repeat(300_000));
  assert.deepEqual(await read(many), MALFORMED);
});

test('a large form is read a step at a time, and a delimiter across two steps is found', async () => {
  for (const [text, size] of [
    ['\r\n--', 4 * STEP],
    ['\r', 4 * STEP],
    ['x', 3 * STEP],
    ['x', 3 * STEP - 1],
    ['x', 3 * STEP - 3],
    ['x', 3 * STEP - 4],
    ['x', 3 * STEP - 5],
    ['x', 3 * STEP + 1],
  ] as const) {
    const file = Buffer.alloc(size, text);
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    let isRead = false;
    const reading = read(Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--')]));
    const done = reading.finally(() => {
      isRead = true;
    });
    let turns = 0;
    for (; !isRead; turns++) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(turns >= Math.floor(size / STEP), `${turns} turns for ${size} bytes`);
    const parts = await done;
    assert.ok(Array.isArray(parts));
    assert.equal(Buffer.compare(parts[0].body, file), 0);
  }
});
