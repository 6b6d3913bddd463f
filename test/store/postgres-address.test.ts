import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { passwordIn, withoutPassword } from '../../src/store/postgres/address.ts';

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
    'postgres://db/engaged?pass%77ord=secret&%=1': 'postgres://db/engaged?pass%77ord=&%=1',
  };
  for (const [address, expected] of Object.entries(shown)) {
    assert.equal(withoutPassword(address), expected);
  }
});

test('the password in an address is found as the connection reads it', () => {
  const found = {
    'postgres://acme@db/engaged': undefined,
    'postgres://acme:secret@db/engaged': 'secret',
    'postgres://acme:a%20b%25@db/engaged': 'a b%',
    'postgres://acme:100%@db/engaged': '100%',
    'postgres://acme:s%t@db/engaged': 's%t',
    'postgres://acme:secret@/engaged?host=/run/postgresql': 'secret',
    'postgres://acme:other@db/engaged?password=secret': 'secret',
  };
  for (const [address, expected] of Object.entries(found)) {
    assert.equal(passwordIn(address), expected);
    assert.equal(new pg.Client(address).password || undefined, expected);
  }
});

test('the path of a file is shown as it is', () => {
  const path = '/srv/a//b:c@d/engaged.db';
  assert.equal(withoutPassword(path), path);
});
