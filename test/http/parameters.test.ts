import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { EngagedError } from '../../src/domain/errors.ts';
import { uuid } from '../../src/domain/schema.ts';
import { boolean, choice, paging, readParameters, text } from '../../src/http/parameters.ts';

const ID = '0199a6b0-1111-7000-8000-00000000000a';

const PARAMETERS = {
  ...paging,
  department_id: v.optional(uuid('The department.')),
  external_id: v.optional(text),
  kind: v.optional(choice(['perk', 'merch'])),
  include_archived: v.optional(boolean, 'false'),
};

const read = (query: string) => readParameters({ path: {}, url: `/?${query}` }, PARAMETERS);

const refusal = (attempt: () => unknown): string => {
  try {
    attempt();
  } catch (error) {
    assert.ok(error instanceof EngagedError);
    assert.equal(error.code, 'validation_failed');
    return error.message;
  }
  return assert.fail('no error was thrown');
};

describe('query parameters', () => {
  it('have defaults when omitted', () => {
    assert.deepEqual(read(''), {
      cursor: '',
      limit: 25,
      department_id: undefined,
      external_id: undefined,
      kind: undefined,
      include_archived: false,
    });
  });

  it('are parsed into typed values', () => {
    assert.deepEqual(
      read(
        `limit=0100&cursor=abc&department_id=${ID.toUpperCase()}&external_id=+E%2B1&kind=perk&include_archived=true`,
      ),
      {
        cursor: 'abc',
        limit: 100,
        department_id: ID,
        external_id: ' E+1',
        kind: 'perk',
        include_archived: true,
      },
    );
  });

  it('are ignored when unknown, even if repeated or empty', () => {
    assert.equal(read('page=2&page=3&Limit=7&offset=').limit, 25);
  });

  it('may be empty for the cursor only', () => {
    assert.equal(read('cursor=').cursor, '');
    assert.equal(
      refusal(() => read('limit=')),
      'limit must be an integer',
    );
    assert.equal(
      refusal(() => read('external_id=')),
      'external_id must not be empty',
    );
    assert.equal(
      refusal(() => read('department_id=')),
      'department_id is not valid (uuid is expected)',
    );
    assert.equal(
      refusal(() => read('kind=')),
      'kind must be one of perk, merch',
    );
    assert.equal(
      refusal(() => read('include_archived=')),
      'include_archived must be true or false',
    );
  });

  it('are rejected when repeated, even with the same value', () => {
    assert.equal(
      refusal(() => read('limit=5&limit=5')),
      'limit must not be given more than once',
    );
    assert.equal(
      refusal(() => read('cursor=&cursor=')),
      'cursor must not be given more than once',
    );
  });

  it('accept a limit from 1 to 100 in decimal digits only', () => {
    assert.equal(read('limit=1').limit, 1);
    assert.equal(
      refusal(() => read('limit=0')),
      'limit must not be less than 1',
    );
    assert.equal(
      refusal(() => read('limit=101')),
      'limit must not be greater than 100',
    );
    assert.equal(
      refusal(() => read(`limit=${'9'.repeat(400)}`)),
      'limit must not be greater than 100',
    );
    for (const sent of ['-1', '%2B5', '5.0', '1e1', '0x10', ' 5', '5 ', '٥', 'ten', 'NaN']) {
      assert.equal(
        refusal(() => read(`limit=${sent}`)),
        'limit must be an integer',
      );
    }
  });

  it('accept a UUID of any version and case, and nothing else', () => {
    assert.equal(
      read('department_id=00000000-0000-0000-0000-000000000000').department_id?.length,
      36,
    );
    for (const sent of ['x', ID.slice(1), `${ID}0`, `{${ID}}`, ID.replaceAll('-', '')]) {
      assert.equal(
        refusal(() => read(`department_id=${sent}`)),
        'department_id is not valid (uuid is expected)',
      );
    }
  });

  it('accept only true and false for a boolean', () => {
    assert.equal(read('include_archived=false').include_archived, false);
    for (const sent of ['1', 'TRUE', 'yes', 'True']) {
      assert.equal(
        refusal(() => read(`include_archived=${sent}`)),
        'include_archived must be true or false',
      );
    }
  });

  it('reject a cursor of more than 512 characters', () => {
    assert.equal(read(`cursor=${'a'.repeat(512)}`).cursor.length, 512);
    assert.equal(
      refusal(() => read(`cursor=${'a'.repeat(513)}`)),
      'cursor must not be longer than 512 characters',
    );
  });

  it('have all their problems reported at once, without the values', () => {
    assert.equal(
      refusal(() => read('limit=secret&kind=secret&external_id=&cursor=a&cursor=b')),
      'cursor must not be given more than once; limit must be an integer; ' +
        'external_id must not be empty; kind must be one of perk, merch',
    );
  });

  it('are reported together with the id in the path', () => {
    const list = { id: uuid('The employee.'), ...paging };
    const url = '/?limit=500&id=ignored&id=too';
    assert.equal(
      refusal(() => readParameters({ path: { id: 'nobody' }, url }, list)),
      'id is not valid (uuid is expected); limit must not be greater than 100',
    );
    assert.equal(readParameters({ path: { id: ID }, url: '/' }, list).id, ID);
  });
});
