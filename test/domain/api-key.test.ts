import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashApiKey, hintOf, isApiKey, newApiKey } from '../../src/domain/api-key.ts';

test('a key is its prefix, 32 random characters and a checksum of 6', () => {
  assert.match(newApiKey('live'), /^svc_live_[0-9A-Za-z]{38}$/);
  assert.match(newApiKey('test'), /^svc_test_[0-9A-Za-z]{38}$/);
});

test('issued keys are recognised', () => {
  for (let i = 0; i < 200; i++) assert.ok(isApiKey(newApiKey('live')));
});

test('a key with any character changed, removed or added is not recognised', () => {
  const key = newApiKey('test');
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === 'x' ? 'y' : 'x';
    assert.ok(!isApiKey(key.slice(0, at) + other + key.slice(at + 1)));
    assert.ok(!isApiKey(key.slice(0, at) + key.slice(at + 1)));
  }
  for (const text of ['', ` ${key}`, `${key}\n`, key + key, key.toUpperCase()]) {
    assert.ok(!isApiKey(text));
  }
});

test('a live key cannot be turned into a test key', () => {
  assert.ok(!isApiKey(newApiKey('live').replace('svc_live_', 'svc_test_')));
});

test('a key is stored as a hash of 32 bytes, and its hint reveals 4 characters', () => {
  const key = newApiKey('live');
  assert.equal(hashApiKey(key).length, 32);
  assert.equal(hintOf(key), `svc_live_…${key.slice(-4)}`);
});

test('the published pattern for secret scanners finds every key in any text, and no hint', () => {
  const published = /\bsvc_(?:live|test)_[0-9A-Za-z]{38}\b/;
  for (let i = 0; i < 200; i++) {
    const key = newApiKey(i % 2 ? 'live' : 'test');
    for (const text of [key, `KEY=${key}`, `{"key":"${key}"}`, `Bearer ${key}, and so on`]) {
      assert.equal(published.exec(text)?.[0], key);
    }
    assert.doesNotMatch(hintOf(key), published);
  }
});
