import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fold } from '../../src/domain/text.ts';
import { createCommandLine } from '../cli/command-line.ts';
import { startTestService, type TestService } from '../http/harness.ts';

type Row = Record<string, string | number | null>;
type Result = {
  created: number;
  updated: number;
  unchanged: number;
  errors: { index: number; code: string; message: string }[];
};
type Person = {
  external_id: string;
  name: string;
  email: string;
  department: { external_id: string | null; name: string } | null;
};

async function sync(service: TestService, employees: readonly Row[]): Promise<Result> {
  const body = JSON.stringify({ employees });
  const response = await service.request('PUT', '/v1/employees/sync', {
    key: service.liveKey,
    body,
  });
  assert.equal(response.status, 200, response.text);
  return response.json as Result;
}

async function list<T>(service: TestService, path: string): Promise<T[]> {
  const response = await service.request('GET', path, { key: service.liveKey });
  assert.equal(response.status, 200, response.text);
  return (response.json as { data: T[] }).data;
}

let made = 0;
const person = (fields: Row = {}): Row => {
  made++;
  return {
    external_id: `E${made}`,
    email: `p${made}@acme.test`,
    first_name: 'Ann',
    last_name: `N${made}`,
    ...fields,
  };
};

/** Sample texts, each repeated to fill a field. */
const SAMPLE_TEXTS: readonly (readonly [name: string, piece: string])[] = [
  ['ASCII', 'x'],
  ['accents', 'é'],
  ['ideographs', '漢'],
  ['emoji', '😀'],
  ['combining marks', 'e\u0301'],
  ['emoji of several parts', '👩\u200d🚀'],
];

/** A text of exactly that many code points. */
const textOfLength = (piece: string, length: number, start = ''): string => {
  const points = [...piece];
  const text = [...start];
  while (text.length + points.length <= length) text.push(...points);
  while (text.length < length) text.push('y');
  return text.join('');
};

describe('the text of a roster row', () => {
  const LIMITS: readonly (readonly [field: string, limit: number])[] = [
    ['external_id', 255],
    ['first_name', 50],
    ['last_name', 50],
    ['department_external_id', 255],
    ['department_name', 150],
    ['job_title', 150],
  ];

  it('is accepted up to every limit and rejected above it, in every script', async (t) => {
    const service = await startTestService(t);
    for (const [at, [alphabet, piece]] of SAMPLE_TEXTS.entries()) {
      const letter = String.fromCharCode(65 + at);
      const fits = LIMITS.map(([field, limit]) =>
        person({
          ...(field === 'department_external_id' && { department_name: `Of an id ${letter}` }),
          [field]: textOfLength(piece, limit, letter),
        }),
      );
      const over = LIMITS.map(([field, limit]) =>
        person({ [field]: textOfLength(piece, limit + 1, letter) }),
      );
      const { created, errors } = await sync(service, [...fits, ...over]);
      assert.equal(created, fits.length, alphabet);
      assert.deepEqual(
        errors.map(({ index, code, message }) => [index, code, message]),
        LIMITS.map(([field, limit], i) => [
          fits.length + i,
          'validation_failed',
          `${field} must have at most ${limit} characters`,
        ]),
        alphabet,
      );
      const everybody = await list<Person>(service, '/v1/employees?limit=100');
      const people = everybody.slice(-fits.length);
      assert.deepEqual(
        people.map(({ external_id, name, department }) => [external_id, name, department?.name]),
        fits.map(({ external_id, first_name, last_name, department_name }) => [
          external_id,
          `${first_name} ${last_name}`,
          department_name,
        ]),
        alphabet,
      );
      const ids = people.map(({ department }) => department?.external_id);
      assert.ok(ids.includes(textOfLength(piece, 255, letter)), alphabet);
      const again = await sync(service, fits);
      assert.equal(again.unchanged, fits.length, 'a repeated roster is unchanged');
    }
  });

  it('may have an address of 256 characters and no more, in every script', async (t) => {
    const service = await startTestService(t);
    const address = (piece: string, length: number) =>
      `${textOfLength(piece, length - 10)}@acme.test`;
    const pieces = SAMPLE_TEXTS.filter(([, piece]) => !piece.includes('\u200d'));
    const fits = pieces.map(([, piece]) => person({ email: address(piece, 256) }));
    const over = pieces.map(([, piece]) => person({ email: address(piece, 257) }));
    const { created, errors } = await sync(service, [...fits, ...over]);
    assert.equal(created, fits.length);
    assert.deepEqual(
      errors.map(({ message }) => message),
      over.map(() => 'email must have at most 256 characters'),
    );
    const people = await list<Person>(service, '/v1/employees');
    assert.deepEqual(
      people.map(({ email }) => email),
      fits.map(({ email }) => email),
    );
  });

  it('is rejected if it cannot be stored, and kept if it is only confusing', async (t) => {
    const service = await startTestService(t);
    const unstorable = ['a\u0000b', '\u0000', '\ud800', 'a\udfff', '\udc00\ud800'];
    const refused = unstorable.flatMap((text) => [
      person({ first_name: text }),
      person({ external_id: text }),
      person({ job_title: text }),
      person({ department_name: text }),
    ]);
    const unusual = [
      ...[
        '\u202eevil',
        'a\u200bb',
        '\u2066x\u2069',
        '\ufeffx',
        '=1+1',
        '+x',
        '-x',
        '@x',
        '\tx',
        "'=x",
      ],
      ...[
        '\u001b[31mred',
        '\u009b31m',
        'line\nbreak',
        '<script>',
        '"; DROP TABLE employees; --',
        '%s',
      ],
      ...['\u{e0041}', '\ufffe', '\u{10ffff}', '𝕬', '\\u0000', '{{x}}', 'null', 'undefined'],
    ];
    const kept = unusual.map((text) => person({ first_name: text }));
    const { created, errors } = await sync(service, [...refused, ...kept]);
    assert.deepEqual(
      errors.map(({ code }) => code),
      refused.map(() => 'validation_failed'),
    );
    assert.equal(created, kept.length);
    const people = await list<Person>(service, '/v1/employees?limit=100');
    assert.deepEqual(
      people.map(({ name }) => name),
      // White space around a field is trimmed.
      kept.map(({ first_name, last_name }) => `${String(first_name).trim()} ${last_name}`),
    );
  });

  it('may have no invisible or control characters in an address', async (t) => {
    const service = await startTestService(t);
    const marks = [
      '\u200b',
      '\u202e',
      '\u2066',
      '\u00ad',
      '\ufeff',
      '\u0000',
      '\u001b',
      '\u{e0041}',
    ];
    const addresses = marks.flatMap((mark) => [`a${mark}b@acme.test`, `ab@ac${mark}me.test`]);
    const { errors } = await sync(
      service,
      addresses.map((email) => person({ email })),
    );
    assert.equal(errors.length, addresses.length);
  });
});

/** Texts that are equal but for case or composition, and texts that only look alike. */
const EQUAL: readonly (readonly [string, string])[] = [
  ['Ångström', '\u212bNGSTRÖM'],
  ['café', 'CAFE\u0301'],
  ['ǆ', 'Ǆ'],
  ['ǰx', 'J\u030cX'],
  ['ﬀ', 'ﬀ'],
  ['straße', 'STRAẞE'],
  ['i\u0307stanbul', 'İSTANBUL'],
  ['οδος', 'ΟΔΟΣ'],
  ['ⅳ', 'Ⅳ'],
  ['ꭰ', 'Ꭰ'],
  ['𐐨', '𐐀'],
];
const DIFFERENT: readonly (readonly [string, string])[] = [
  ['straße', 'strasse'],
  ['istanbul', 'İstanbul'],
  ['ıx', 'ix'],
  ['οδοσ', 'οδος'],
  ['аcme', 'acme'],
  ['ﬀ', 'ff'],
  ['①', '1'],
  ['ａ', 'a'],
  ['Kelvin', '\u212aELVIN'],
  ['\u1fef', '`'],
];

describe('case and composition', () => {
  it('are ignored in addresses, and look-alikes are different', async (t) => {
    const service = await startTestService(t);
    for (const [a, b] of EQUAL) {
      assert.equal(fold(a), fold(b), `${a} ${b}`);
      const row = person({ email: `${a}@acme.test` });
      assert.equal((await sync(service, [row])).created, 1, a);
      const { unchanged } = await sync(service, [{ ...row, email: `${b}@ACME.test` }]);
      assert.equal(unchanged, 1);
      const query = encodeURIComponent(`${b}@Acme.Test`);
      const found = await list<Person>(service, `/v1/employees?email=${query}`);
      assert.deepEqual(
        found.map(({ email }) => email),
        [`${a}@acme.test`],
      );
    }
  });

  it('are ignored between the rows of a roster, so that such rows are duplicates', async (t) => {
    const service = await startTestService(t);
    const equalRows = EQUAL.filter(([a, b]) => a !== b).flatMap(([a, b]) => [
      person({ email: `twin-${a}@acme.test` }),
      person({ email: `twin-${b}@acme.test` }),
    ]);
    const { errors } = await sync(service, equalRows);
    assert.deepEqual(new Set(errors.map(({ code }) => code)), new Set(['duplicate_email']));
    assert.equal(errors.length, equalRows.length);
    const others = DIFFERENT.flatMap(([a, b], i) => [
      person({ email: `${a}${i}@acme.test` }),
      person({ email: `${b}${i}@acme.test` }),
    ]);
    assert.deepEqual((await sync(service, others)).errors, []);
  });

  it('are ignored in department names, and look-alikes are different', async (t) => {
    const service = await startTestService(t);
    const named = (pairs: typeof EQUAL, at: 0 | 1) =>
      pairs.map((pair) => person({ department_name: `Dept ${pair[at]}` }));
    assert.deepEqual((await sync(service, [...named(EQUAL, 0), ...named(EQUAL, 1)])).errors, []);
    const departments = await list<{ name: string }>(service, '/v1/departments?limit=100');
    assert.deepEqual(
      departments.map(({ name }) => name),
      EQUAL.map(([name]) => `Dept ${name}`),
    );
    const others = DIFFERENT.flatMap((pair, i) =>
      pair.map((name) => person({ department_name: `${name} ${i}` })),
    );
    assert.deepEqual((await sync(service, others)).errors, []);
    const all = await list<{ name: string }>(service, '/v1/departments?limit=100');
    assert.equal(all.length, EQUAL.length + others.length);
  });
});

// Control characters of terminals, and characters that change the direction of text.
const CONTROL_TEXTS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

describe('the command line', () => {
  const ATTACKS = [
    '\u001b[2J\u001b[H',
    '\u001b]8;;http://evil.test\u0007click\u001b]8;;\u0007',
    '\u001b]0;title\u0007',
    '\u001b]52;c;ZXZpbA==\u0007',
    '\u009b31m',
    '\u009d0;t\u009c',
    '\u001bPq\u001b\\',
    'a\rb',
    'a\nb',
    'a\u2028b',
    'a\bb',
    'a\u007fb',
    '\u202elive',
    '\u2067x\u2069',
    '\u061cx',
    '\u0085x',
  ];

  it('escapes control characters in names and other input, in tables, cards and JSON', async (t) => {
    const cli = createCommandLine(t);
    await cli.json('company', 'create', '--name', `Acme ${ATTACKS[0]}${ATTACKS[12]}`);
    for (const [i, attack] of ATTACKS.entries()) {
      const name = `A${attack}B`;
      const person = `p${i}@acme.test`;
      await cli.json(
        'department',
        'create',
        '--name',
        `${name} ${i}`,
        '--external-id',
        `${i}${attack}X`,
      );
      await cli.json(
        ...[
          'employee',
          'add',
          '--email',
          person,
          '--name',
          name,
          '--external-id',
          `E${attack}${i}`,
        ],
        ...['--job-title', name],
      );
      await cli.json('xp', 'award', person, '5', '--reason', name);
    }
    await cli.json(
      'key',
      'create',
      '--mode',
      'live',
      '--name',
      `k${ATTACKS[1]}`,
      '--scope',
      'shop:read',
    );
    const reason = `r${ATTACKS.slice(0, 5).join('')}`;
    await cli.json('employee', 'deactivate', 'p3@acme.test', '--reason', reason);
    const commands = [
      ...[
        'company list',
        'company show',
        'department list',
        'employee list',
        'key list',
        'audit list',
      ],
      ...['employee show p0@acme.test', 'employee show p12@acme.test', 'xp explain p1@acme.test'],
    ].map((words) => words.split(' '));
    for (const words of commands) {
      for (const columns of [undefined, 60]) {
        const environment = columns === undefined ? {} : { columns, env: { NO_COLOR: '1' } };
        const { stdout, stderr, code } = await cli.run(words, environment);
        assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
        for (const line of `${stdout}\n${stderr}`.split('\n'))
          assert.doesNotMatch(line, CONTROL_TEXTS, words.join(' '));
      }
    }
    const { stdout } = await cli.run(['employee', 'list', '--json']);
    for (const line of stdout.split('\n')) assert.doesNotMatch(line, CONTROL_TEXTS);
    const { data } = JSON.parse(stdout) as { data: { name: string }[] };
    assert.deepEqual(
      data.map(({ name }) => name),
      ATTACKS.map((attack) => `A${attack}B`),
    );
    // The error names the unknown word as the user typed it.
    const unknown = await cli.run(['employee', 'show', ATTACKS.join('')]);
    for (const line of unknown.stderr.split('\n')) assert.doesNotMatch(line, CONTROL_TEXTS);
  });

  it('neutralises formulas in the CSV files it writes', async (t) => {
    const cli = createCommandLine(t);
    await cli.json('company', 'create', '--name', 'Acme');
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '=cmd|/C calc!A0', '\u003d1', '＝1'];
    const lines = formulas.map((formula) => `${formula},no address,${formula},Lee`);
    writeFileSync(
      join(cli.folder, 'people.csv'),
      ['external_id,email,first_name,last_name', ...lines, ''].join('\n'),
    );
    const { code } = await cli.run(['import', 'people.csv', '--rejects', 'rejects.csv']);
    assert.equal(code, 3);
    const rejects = readFileSync(join(cli.folder, 'rejects.csv'), 'utf8').replace('\ufeff', '');
    const cells = rejects
      .split(/\r?\n/)
      .slice(1)
      .flatMap((line) => line.split(','));
    assert.ok(cells.some((cell) => cell.includes("'=1+1")));
    assert.deepEqual(
      cells.filter((cell) => /^"?[=+@\-\t\r＝＋－＠]/.test(cell)),
      [],
    );
  });
});
