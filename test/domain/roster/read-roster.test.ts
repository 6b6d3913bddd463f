import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDetails } from '../../../src/domain/roster/fields.ts';
import { readRoster } from '../../../src/domain/roster/read-roster.ts';
import { codes, read, rosterRow } from './builders.ts';

const problemOf = (row: unknown): string | undefined => read([row]).rejected[0]?.message;

test('a row is trimmed, and omitted optional fields differ from cleared ones', () => {
  const { readings: _, ...roster } = read([
    {
      external_id: ' 007\t',
      email: ' Ann.Lee@Example.COM ',
      first_name: '\u00a0Ann ',
      last_name: '  ',
      department_name: ' ',
      job_title: null,
      shoe_size: 38,
    },
  ]);
  assert.deepEqual(roster, {
    size: 1,
    isKept: true,
    rows: [
      {
        index: 0,
        externalId: '007',
        email: 'Ann.Lee@Example.COM',
        emailKey: 'ann.lee@example.com',
        hasEmail: true,
        firstName: 'Ann',
        lastName: '',
        departmentExternalId: undefined,
        departmentName: null,
        ...toDetails(() => undefined),
        jobTitle: null,
      },
    ],
    rejected: [],
    namedExternalIds: new Set(['007']),
    namedEmailKeys: new Set(['ann.lee@example.com']),
  });
});

test('an external_id sent as a number is read as its decimal text', () => {
  const texts = ['1e3', '1.0', '-0', '42', '-7', '1.5', '1e-7', '-1.25e-9', '9007199254740991'];
  const rows = texts.map((text, n) => ({
    ...rosterRow(`n${n}`),
    external_id: JSON.parse(text) as unknown,
  }));
  assert.deepEqual(
    read(rows).rows.map((row) => row.externalId),
    ['1000', '1', '0', '42', '-7', '1.5', '0.0000001', '-0.00000000125', '9007199254740991'],
  );
});

test('a number that a double cannot represent exactly has to be sent as text', () => {
  for (const text of ['9007199254740993', '1e21', '-1e300', '1e400'])
    assert.equal(
      problemOf({ ...rosterRow('a'), external_id: JSON.parse(text) as unknown }),
      'external_id is too large for an exact number; send it as a string',
    );
});

test('a very small number as external_id is too long like any other text', () => {
  assert.equal(
    problemOf({ ...rosterRow('a'), external_id: 1e-300 }),
    'external_id must have at most 255 characters',
  );
});

test('only external_id may be a number', () => {
  assert.equal(
    problemOf(rosterRow('a', { department_external_id: 12 })),
    'department_external_id must be a string',
  );
});

test('all problems of a row are reported at once and no value is repeated', () => {
  assert.deepEqual(
    read([{ email: 'secret', first_name: '', last_name: null, job_title: true }]).rejected,
    [
      {
        index: 0,
        external_id: null,
        code: 'validation_failed',
        message:
          'external_id is required; email must be an email address; first_name must not be empty; last_name must not be null; job_title must be a string',
      },
    ],
  );
});

test('a row that is not an object has its own error', () => {
  for (const row of [null, 'text', 7, true, [], undefined]) {
    const { rejected, namedExternalIds } = read([row]);
    assert.deepEqual(rejected, [
      {
        index: 0,
        external_id: null,
        code: 'validation_failed',
        message: 'The row must be an object',
      },
    ]);
    assert.equal(namedExternalIds.size, 0);
  }
});

test('an invalid row keeps its external_id if that is valid', () => {
  assert.equal(read([rosterRow('a', { first_name: 1 })]).rejected[0]?.external_id, 'a');
});

test('lengths are counted in code points, after trimming', () => {
  const limits = {
    external_id: 255,
    first_name: 50,
    last_name: 50,
    department_external_id: 255,
    department_name: 150,
    job_title: 150,
  };
  for (const [field, limit] of Object.entries(limits)) {
    assert.equal(problemOf(rosterRow('a', { [field]: ` ${'😀'.repeat(limit)} ` })), undefined);
    assert.equal(
      problemOf(rosterRow('a', { [field]: '😀'.repeat(limit + 1) })),
      `${field} must have at most ${limit} characters`,
    );
  }
  const email = (length: number) => `${'é'.repeat(length - 12)}@example.com`;
  assert.equal(problemOf(rosterRow('a', { email: email(256) })), undefined);
  assert.equal(
    problemOf(rosterRow('a', { email: email(257) })),
    'email must have at most 256 characters',
  );
});

test('text that cannot be stored unchanged makes its field invalid', () => {
  for (const text of ['a\u0000b', 'a\ud800', '\udc00'])
    assert.equal(
      problemOf(rosterRow('a', { job_title: text })),
      'job_title contains characters that cannot be stored',
    );
});

test('common addresses are accepted', () => {
  for (const email of [
    'a@b.co',
    "o'neil+hr@sub.example.co.uk",
    'ken0@adventure-works.com',
    'x_y-z@xn--bcher-kva.example',
    'jürgen@bücher.example',
    'ユーザー@例え.テスト',
    'e\u0301lise@cafe\u0301.fr',
  ])
    assert.equal(problemOf(rosterRow('a', { email })), undefined, email);
});

test('invalid addresses are rejected', () => {
  for (const email of [
    'a',
    '@b.co',
    'a@',
    'a@b',
    'a@@b.co',
    'a@b@c.co',
    'a b@c.co',
    'a\u200b@c.co',
    'a\u0007@c.co',
    '.a@c.co',
    'a.@c.co',
    'a..b@c.co',
    'a@.co',
    'a@c..co',
    'a@c.co.',
    'a@-c.co',
    'a@c-.co',
    'a@c_d.co',
    'a@1.2.3.4',
    'a,b@c.co',
    '"a"@c.co',
    'Ann <a@c.co>',
    `a@${'c'.repeat(64)}.co`,
  ])
    assert.equal(problemOf(rosterRow('a', { email })), 'email must be an email address', email);
});

test('an address built to slow down validation is checked at once', () => {
  const before = process.threadCpuUsage();
  for (let n = 0; n < 200; n++) {
    problemOf(rosterRow('a', { email: `${'a.'.repeat(60)}@${'a-'.repeat(60)}` }));
    problemOf(rosterRow('a', { email: `${'a'.repeat(100)}@${'a.'.repeat(70)}-` }));
  }
  assert.ok(process.threadCpuUsage(before).user < 500_000);
});

test('inherited properties are not fields', () => {
  const parsed = JSON.parse(
    '{"__proto__": {"external_id": "a", "email": "a@b.co", "first_name": "A", "last_name": ""}}',
  ) as unknown;
  const inherited = Object.create(rosterRow('a')) as unknown;
  for (const row of [parsed, inherited])
    assert.match(problemOf(row) ?? '', /^external_id is required; email is required; /);
});

test('rows with the same external_id are all rejected, in whatever form it was sent', () => {
  const roster = read([
    rosterRow('1', { email: 'a@b.co' }),
    { ...rosterRow('x'), external_id: 1 },
    rosterRow(' 1 ', { email: 'nobody' }),
    rosterRow('2'),
  ]);
  assert.deepEqual(codes(roster.rejected), [
    [0, 'duplicate_external_id'],
    [1, 'duplicate_external_id'],
    [2, 'validation_failed'],
  ]);
  assert.deepEqual(
    roster.rows.map((row) => row.index),
    [3],
  );
});

test('emails are equal ignoring case and composition', () => {
  const roster = read([
    rosterRow('a', { email: 'É@b.co' }),
    rosterRow('b', { email: 'e\u0301@B.co' }),
    rosterRow('c', { email: 'e@b.co' }),
  ]);
  assert.deepEqual(codes(roster.rejected), [
    [0, 'duplicate_email'],
    [1, 'duplicate_email'],
  ]);
  assert.deepEqual(roster.namedEmailKeys, new Set(['é@b.co', 'e@b.co']));
});

test('external ids are equal only exactly', () => {
  assert.equal(
    read([rosterRow('a'), rosterRow('A', { email: 'x@b.co' }), rosterRow('01', {}), rosterRow('1')])
      .rows.length,
    4,
  );
});

test('a row that shares a value with an invalid row is still a duplicate', () => {
  const roster = read([rosterRow('a'), { external_id: 'z', email: 'A@example.com' }]);
  assert.deepEqual(codes(roster.rejected), [
    [0, 'duplicate_email'],
    [1, 'validation_failed'],
  ]);
});

test('the first failing check determines the code', () => {
  const roster = read(
    [
      rosterRow('a', { email: 'x@else.com' }),
      rosterRow('a', { email: 'X@else.com' }),
      rosterRow('b', { email: 'x@else.com' }),
      rosterRow('c', { email: 'y@else.com' }),
    ],
    ['example.com'],
  );
  assert.deepEqual(codes(roster.rejected), [
    [0, 'duplicate_external_id'],
    [1, 'duplicate_external_id'],
    [2, 'duplicate_email'],
    [3, 'email_domain_not_allowed'],
  ]);
});

test('a sign-in domain is compared completely and ignoring case', () => {
  const roster = read(
    [
      rosterRow('a', { email: 'a@BÜCHER.example' }),
      rosterRow('b', { email: 'b@sub.bücher.example' }),
      rosterRow('c', { email: 'c@notbücher.example' }),
    ],
    ['bücher.example'],
  );
  assert.deepEqual(codes(roster.rejected), [
    [1, 'email_domain_not_allowed'],
    [2, 'email_domain_not_allowed'],
  ]);
});

test('a roster names every valid external id and email of its rows, rejected ones included', () => {
  const roster = read([
    rosterRow('a', { first_name: 5 }),
    { external_id: 'b', email: 'broken' },
    { external_id: {}, email: 'C@example.com' },
  ]);
  assert.deepEqual(roster.namedExternalIds, new Set(['a', 'b']));
  assert.deepEqual(roster.namedEmailKeys, new Set(['a@example.com', 'c@example.com']));
});

test('emails are matched by the key under which they are stored', () => {
  const roster = read(
    [rosterRow('a'), rosterRow('b')],
    null,
    (email) => `${email.length}@sandbox.invalid`,
  );
  assert.deepEqual(codes(roster.rejected), [
    [0, 'duplicate_email'],
    [1, 'duplicate_email'],
  ]);
  assert.deepEqual(roster.namedEmailKeys, new Set(['13@sandbox.invalid']));
});

test('rows that are not kept are read alike in every pass, and like rows that are kept', () => {
  const kinds = [
    { first_name: ' Ann ', last_name: ' ', job_title: ' ', department_name: null },
    { department_external_id: 7, job_title: 'Smith\ud800' },
    { email: 'a..b@example.com' },
    { first_name: 'x'.repeat(51), department_external_id: ' F ' },
  ];
  const rows = Array.from({ length: 40 }, (_, n) => rosterRow(`P${n}`, kinds[n % 4]));
  const rules = { ssoDomains: null, emailKeyOf: (email: string) => email };
  const long = readRoster(rows, rules, 39);
  const kept = readRoster(rows, rules, 40);
  assert.deepEqual([long.isKept, kept.isKept], [false, true]);
  assert.deepEqual([...long.readings], [...kept.readings]);
  assert.deepEqual([...long.readings], [...kept.readings]);
  assert.equal([...kept.readings].filter((reading) => 'error' in reading).length, 30);
});
