import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngagedError } from '../../src/domain/errors.ts';
import { clientAddress, parseTrustedProxies } from '../../src/http/admission/client-address.ts';

const PROXIES = parseTrustedProxies(['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1']);

test('an IPv4 client is identified by its address, however it is written', () => {
  for (const form of ['203.0.113.9', '::ffff:203.0.113.9', '::FFFF:cb00:7109']) {
    assert.equal(clientAddress(form, undefined, undefined), '203.0.113.9');
  }
});

test('an IPv6 client is identified by its /64, however it is written', () => {
  for (const form of [
    '2001:db8:1:2:3:4:5:6',
    '2001:0DB8:0001:0002::',
    '2001:db8:1:2::203.0.113.9',
    '2001:db8:1:2::1%eth0',
  ]) {
    assert.equal(clientAddress(form, undefined, undefined), '2001:db8:1:2::/64');
  }
  assert.equal(clientAddress('::1', undefined, undefined), '0:0:0:0::/64');
});

test('X-Forwarded-For is read from the right, as long as trusted proxies wrote the entries', () => {
  const cases: [remote: string, forwarded: string, client: string][] = [
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '6.6.6.6,198.51.100.1 , 192.0.2.1,10.9.9.9', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
    ['2001:db8:ffff::1', '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['10.0.0.1', '[2001:db8:1:2::3]:4711', '2001:db8:1:2::/64'],
    ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, nonsense, 10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', '', '10.0.0.1'],
  ];
  for (const [remote, forwarded, client] of cases) {
    assert.equal(clientAddress(remote, forwarded, PROXIES), client, forwarded);
  }
});

test('a setting that is not an address or network is rejected, and the message names the setting', () => {
  for (const entry of ['', 'proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129']) {
    assert.throws(
      () => parseTrustedProxies([entry]),
      (error) => error instanceof EngagedError && error.message.startsWith('trusted-proxies must'),
      entry,
    );
  }
  assert.equal(parseTrustedProxies([]), undefined);
});
