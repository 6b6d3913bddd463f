import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../src/domain/scim/attributes.ts';
import { matches, requirementsOf } from '../../../src/domain/scim/evaluate.ts';
import {
  type AttributePath,
  FILTER_BOUNDS,
  type Filter,
  OPERATORS,
  parseFilter,
  parsePath,
} from '../../../src/domain/scim/filter.ts';
import { ScimError } from '../../../src/domain/scim/scim-error.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const user: JsonObject = {
  id: 'A1',
  userName: 'Ann@Example.com',
  externalId: 'Ext',
  active: true,
  name: { givenName: 'Ann', familyName: 'Łee' },
  emails: [
    { type: 'work', value: 'ann@example.com', primary: true },
    { type: 'home', value: 'ann@home.example' },
  ],
  [ENTERPRISE]: { department: 'Sales', manager: { value: 'B2' } },
  meta: { lastModified: '2026-11-16T10:00:00.000Z' },
};

const meets = (filter: string): boolean => matches(parseFilter(filter), user);

test('what directories ask for is found', () => {
  for (const filter of [
    'userName eq "ann@example.com"',
    'USERNAME EQ "ANN@EXAMPLE.COM"',
    'externalId eq "Ext"',
    'emails[type eq "work"].value eq "ANN@example.com"',
    'emails.value eq "ann@home.example"',
    'emails eq "ann@home.example"',
    'emails[type eq "work" and value co "@example"]',
    'id eq "A1" and manager eq "B2" or id eq "A1"',
    `id eq "A1" and ${ENTERPRISE}:manager eq "B2"`,
    `${ENTERPRISE}:manager.value eq "B2"`,
    `urn:ietf:params:scim:schemas:core:2.0:User:userName sw "ann"`,
    'department eq "sales" and manager eq "B2"',
    'active eq true',
    'active eq "True"',
    'name.familyName sw "łE"',
    'title eq null',
    'not (title pr)',
    'title ne "Boss"',
    'emails[not (type eq "home")].value ew "example.com"',
    'meta.lastModified gt "2026-11-16T11:00:00+02:00"',
    'userName pr and (active eq false or active eq true)',
  ])
    assert.equal(meets(filter), true, filter);
  for (const filter of [
    'userName eq "bob@example.com"',
    'externalId eq "ext"',
    'emails[type eq "home"].value eq "ann@example.com"',
    'id eq "a1"',
    'title pr',
    'active eq "False"',
    'meta.lastModified gt "2026-11-16T12:00:00+02:00"',
    'not (userName pr)',
    'userName eq "x" and userName pr or id eq "x"',
  ])
    assert.equal(meets(filter), false, filter);
});

test('what is no filter is refused with where it ends, and never with what was sent', () => {
  for (const filter of [
    '',
    'userName',
    'userName eq',
    'userName eq ann',
    'userName eq "ann',
    'userName eq "a\nb"',
    'userName like "ann"',
    'userName eq "ann" and',
    '(userName pr',
    'userName pr)',
    'emails[type eq "work"',
    'emails[type eq "work"].value',
    'a.b.c pr',
    '1a pr',
    'a:b pr',
    'not userName pr',
    `${'('.repeat(FILTER_BOUNDS.depth + 1)}a pr${')'.repeat(FILTER_BOUNDS.depth + 1)}`,
    Array.from({ length: FILTER_BOUNDS.terms + 1 }, () => 'a pr').join(' or '),
    `userName eq "${'x'.repeat(FILTER_BOUNDS.length)}"`,
  ]) {
    assert.throws(
      () => parseFilter(filter),
      (error: ScimError) =>
        error instanceof ScimError &&
        error.scimType === 'invalidFilter' &&
        /^It (?:is too long|cannot be read at character \d+: .+)$/.test(error.message),
      filter,
    );
  }
});

test('paths name an attribute of the core or of an extension, some of its values, and a part', () => {
  const where = parseFilter('type eq "work"');
  const expected: [string, AttributePath][] = [
    ['title', { urn: null, name: 'title', where: null, sub: null }],
    ['name.givenName', { urn: null, name: 'name', where: null, sub: 'givenName' }],
    ['emails[type eq "work"].value', { urn: null, name: 'emails', where, sub: 'value' }],
    [`${ENTERPRISE}:department`, { urn: ENTERPRISE, name: 'department', where: null, sub: null }],
    [
      `${ENTERPRISE}:manager.value`,
      { urn: ENTERPRISE, name: 'manager', where: null, sub: 'value' },
    ],
    [ENTERPRISE, { urn: ENTERPRISE, name: null, where: null, sub: null }],
    [
      'urn:x:acme:2.0:User:badge.color',
      { urn: 'urn:x:acme:2.0:User', name: 'badge', where: null, sub: 'color' },
    ],
    ['urn:x:acme:2.0:User', { urn: 'urn:x:acme:2.0:User', name: null, where: null, sub: null }],
  ];
  for (const [text, path] of expected) assert.deepEqual(parsePath(text), path);
  for (const text of ['', '.', 'a.', 'a[b', 'a[b eq 1]x', 'a b', 'name.given.x', '[a pr]'])
    assert.throws(() => parsePath(text), ScimError, text);
});

test('what an index can look for is what every resource that meets the filter has', () => {
  const named = (filter: string) =>
    requirementsOf(parseFilter(filter)).map(({ path, value }) => [path.name, value]);
  assert.deepEqual(named('id eq "a" and (b eq "c" or d eq "e") and f eq true'), [
    ['id', 'a'],
    ['f', true],
  ]);
  assert.deepEqual(named('id eq "a" or id eq "b"'), []);
  assert.deepEqual(named('not (id eq "a")'), []);
});

// The grammar of RFC 7644, 3.4.2.2, and its meaning by a second evaluator over the same small resources.

const name = fc.constantFrom('a', 'b', 'title', 'nothing', 'android', 'orders', 'prefix');
const value = fc.oneof(
  fc.string({ maxLength: 5, unit: 'grapheme' }).filter((text) => text.isWellFormed()),
  fc.integer({ min: -5, max: 5 }),
  fc.boolean(),
  fc.constant(null),
);

const comparison = (sub: fc.Arbitrary<string | null>): fc.Arbitrary<Filter> =>
  fc.oneof(
    fc.record({ op: fc.constant('present' as const), path: pathOf(sub) }),
    fc.record({ op: fc.constantFrom(...OPERATORS), path: pathOf(sub), value }),
  );

const pathOf = (sub: fc.Arbitrary<string | null>): fc.Arbitrary<AttributePath> =>
  fc.record({
    urn: fc.constantFrom(null, null, ENTERPRISE, 'urn:x:acme:2.0:User'),
    name,
    where: fc.constant(null),
    sub,
  });

const logical = (term: fc.Arbitrary<Filter>, maxDepth = 3): fc.Arbitrary<Filter> =>
  fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth, depthSize: 'small' },
      term,
      fc.record({ op: fc.constantFrom('and', 'or'), left: tie('filter'), right: tie('filter') }),
      fc.record({ op: fc.constant('not' as const), of: tie('filter') }),
    ),
  })).filter;

const inBrackets = logical(comparison(fc.constant(null)), 1);
const valuePath: fc.Arbitrary<Filter> = fc
  .record({ name, where: inBrackets, sub: fc.option(name, { nil: null }), value })
  .map(({ sub, value: one, ...rest }) => {
    const path = { urn: null, ...rest, sub };
    return sub === null ? { op: 'present', path } : { op: 'eq', path, value: one };
  });
const anyFilter = logical(fc.oneof(comparison(fc.option(name, { nil: null })), valuePath));

const pathText = ({ urn, name: attribute, where, sub }: AttributePath): string =>
  `${urn === null ? '' : `${urn}:`}${attribute}${where ? `[${textOf(where)}]` : ''}${sub === null ? '' : `.${sub}`}`;

/** A filter with as many parentheses as it needs. */
function textOf(filter: Filter): string {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const { left, right } = filter;
      const side = (one: Filter, isRight: boolean) => {
        const binds = one.op === 'or' ? 0 : one.op === 'and' ? 1 : 2;
        const needed = (filter.op === 'and' ? 1 : 0) + (isRight ? 1 : 0);
        return binds < needed ? `(${textOf(one)})` : textOf(one);
      };
      return `${side(left, false)} ${filter.op} ${side(right, true)}`;
    }
    case 'not':
      return `not (${textOf(filter.of)})`;
    case 'present':
      return filter.path.where && filter.path.sub === null
        ? pathText(filter.path)
        : `${pathText(filter.path)} pr`;
    default:
      return `${pathText(filter.path)} ${filter.op} ${JSON.stringify(filter.value)}`;
  }
}

const inAnyCase = (text: string, upper: boolean): string =>
  upper
    ? text.replace(/ (and|or|pr|eq|ne|co|sw|ew|gt|ge|lt|le) /g, (word) => word.toUpperCase())
    : text;

test('every filter of the grammar is read as it was meant, whatever the case of its words', () => {
  fc.assert(
    fc.property(anyFilter, fc.boolean(), (filter, upper) => {
      const text = textOf(filter);
      fc.pre(text.length <= FILTER_BOUNDS.length);
      // Texts in a filter may hold what looks like its words.
      const written =
        text.includes('\\') || /"[^"]* [^"]*"/.test(text) ? text : inAnyCase(text, upper);
      assert.deepEqual(parseFilter(written), structuredClone(filter));
    }),
  );
});

test('any text at all is read or refused, and its filter can be evaluated', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '"',
      '\\',
      '.',
      ':',
      ' and ',
      ' or ',
      'not ',
      ' eq ',
      ' pr',
      'urn:',
    ),
    fc.string({ maxLength: 4 }),
    name,
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      try {
        matches(parseFilter(pieces.join('')), user);
      } catch (error) {
        assert.ok(error instanceof ScimError);
      }
    }),
  );
});

test('a filter and its negation divide all resources', () => {
  const element = fc.dictionary(name, value, { maxKeys: 3 });
  const resource = fc.dictionary(
    name,
    fc.oneof(value, element, fc.array(element, { maxLength: 3 })),
    {
      maxKeys: 4,
    },
  );
  fc.assert(
    fc.property(anyFilter, resource, (filter, one) => {
      const isMet = matches(filter, one as JsonObject);
      assert.equal(matches({ op: 'not', of: filter }, one as JsonObject), !isMet);
      // What an index looks for is never missed.
      if (!isMet) return;
      for (const { path, value: wanted } of requirementsOf(filter))
        assert.equal(matches({ op: 'eq', path, value: wanted }, one as JsonObject), true);
    }),
  );
});
