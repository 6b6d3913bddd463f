import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPassword } from '../../src/store/postgres/address.ts';

test('an address is shown without its password, however that is written', () => {
  const shown = {
    'postgres://acme@db/engaged': 'postgres://acme@db/engaged',
    'postgres://acme:secret@db/engaged': 'postgres://acme@db/engaged',
    'postgresql://acme:se/cr:et@db:5432/engaged': 'postgresql://acme@db:5432/engaged',
    'POSTGRES://acme:se@cret@db/engaged': 'POSTGRES://acme@db/engaged',
    'postgres://:secret@db/engaged': 'postgres://@db/engaged',
    'postgres://db/engaged?user=acme&password=secret&ssl=true':
      'postgres://db/engaged?user=acme&password=&ssl=true',
    'postgres://db:5432/engaged': 'postgres://db:5432/engaged',
    'postgres://acme@db:5432/engaged?password=se@cret&ssl=true':
      'postgres://acme@db:5432/engaged?password=&ssl=true',
    'postgres://db:5432/engaged?password=se@cret': 'postgres://db:5432/engaged?password=',
  };
  for (const [address, expected] of Object.entries(shown)) {
    assert.equal(withoutPassword(address), expected);
  }
});

test('the path of a file is shown as it is', () => {
  const path = '/srv/a//b:c@d/engaged.db';
  assert.equal(withoutPassword(path), path);
});
