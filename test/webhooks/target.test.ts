import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { EngagedError } from '../../src/domain/errors.ts';
import {
  isAllowedAddress,
  parseAllowedTargets,
  requireWebhookUrl,
} from '../../src/service/webhooks/target.ts';

const none = parseAllowedTargets([]);

const REFUSED = [
  ...['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.255', '169.254.0.1', '169.254.169.254'],
  ...['100.100.100.200', '168.63.129.16', '192.0.0.192', '224.0.0.1', '239.255.255.255'],
  ...['240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::127.0.0.1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  ...['0:0:0:0:0:ffff:a9fe:a9fe', '::ffff:0:127.0.0.1', '::FFFF:0.0.0.0'],
  ...['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a9fe:a9fe', '2001::1'],
  ...['2002:7f00:1::', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'feff::1', 'ff02::1'],
  ...['fd00:ec2::254', '64:ff9b::169.254.169.254', '64:ff9b:0:0::0.0.0.0'],
  ...['fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:42::42'],
];

const PRIVATE = [
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
  ...['198.18.0.1', '198.51.100.1', '203.0.113.1', '192.88.99.1', '::ffff:10.0.0.1'],
  ...['::ffff:c0a8:101', '64:ff9b::10.0.0.1', '64:ff9b::c0a8:101', '64:ff9b::ac10:0'],
  ...['fc00::1', 'fd12:3456::1', '2001:2::1', '2001:20::1', '2001:db8::1', '3fff:1::1'],
  ...['100::1', '1fff::1', '4000::1', '5f00::1', '8000::1', 'fe00::1'],
];

const PUBLIC = [
  ...['8.8.8.8', '192.0.1.1', '126.255.255.255', '128.0.0.1', '169.253.255.255'],
  ...['223.255.255.255', '172.15.0.1', '172.32.0.1', '192.167.1.1', '100.63.0.1', '100.128.0.1'],
  ...['2606:4700::1111', '2001:4860:4860::8888', '2a00::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'],
];

test('webhooks call public addresses, those of operators private ones, and none this machine, its links or metadata', () => {
  const verdicts = (addresses: readonly string[]) =>
    addresses.map((address) => [
      address,
      isAllowedAddress(address, none, 'operator'),
      isAllowedAddress(address, none, 'portal'),
    ]);
  assert.deepEqual(
    verdicts(REFUSED),
    REFUSED.map((address) => [address, false, false]),
  );
  assert.deepEqual(
    verdicts(PRIVATE),
    PRIVATE.map((address) => [address, true, false]),
  );
  assert.deepEqual(
    verdicts(PUBLIC),
    PUBLIC.map((address) => [address, true, true]),
  );
});

test('an address of an interface of this machine is refused in every form, unless an exception names it', () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const forms = own.flatMap(({ address, family }) =>
    family === 'IPv4' ? [address, `::ffff:${address}`, `64:ff9b::${address}`] : [address],
  );
  assert.ok(forms.length > 0);
  for (const madeBy of ['operator', 'portal'] as const) {
    assert.deepEqual(
      forms.filter((address) => isAllowedAddress(address, none, madeBy)),
      [],
    );
    const named = parseAllowedTargets(own.map(({ address }) => address));
    assert.deepEqual(
      own.filter(({ address }) => !isAllowedAddress(address, named, madeBy)),
      [],
    );
  }
});

test('an exception allows an address or a network in every form, and nothing beside it', () => {
  const allowed = parseAllowedTargets(['127.0.0.2', '169.254.7.0/24', '::1']);
  const expected = {
    '127.0.0.2': true,
    '::ffff:127.0.0.2': true,
    '127.0.0.1': false,
    '169.254.7.9': true,
    '169.254.169.254': false,
    '::1': true,
    '::': false,
  };
  assert.deepEqual(
    Object.fromEntries(
      Object.keys(expected).map((one) => [one, isAllowedAddress(one, allowed, 'portal')]),
    ),
    expected,
  );
});

test('an exception is a host name, an address or a network', () => {
  assert.deepEqual(
    parseAllowedTargets(['LocalHost', 'hooks.internal', 'bücher.example']).hosts,
    new Set(['localhost', 'hooks.internal', 'xn--bcher-kva.example']),
  );
  for (const entry of [
    '',
    ' ',
    'a b',
    'http://a',
    'a:80',
    '1.2.3',
    '10.0.0.0/33',
    '[::1]',
    '*.a',
    '0x7f.1',
  ])
    assert.throws(() => parseAllowedTargets([entry]), EngagedError, entry);
});

/** The error without a stack, or the URL. */
function check(text: string, allowed = none): string {
  try {
    return requireWebhookUrl(text, allowed, 'operator');
  } catch (error) {
    assert.ok(error instanceof EngagedError);
    assert.equal(error.code, 'validation_failed');
    return error.message;
  }
}

const NO_URL = 'url must be an http or https address';
const REFUSED_TARGET =
  'url leads to this machine, a link-local, multicast or metadata address. If that is intended, name it in webhook-allow';

test('the URL of a webhook is http or https, and carries no credentials and no fragment', () => {
  const expected = {
    'https://hooks.example/a?b=c': 'https://hooks.example/a?b=c',
    ' HTTP://Hooks.Example:80 ': 'http://hooks.example/',
    'http://10.0.0.1:8443/': 'http://10.0.0.1:8443/',
    '': 'url must not be empty',
    'hooks.example/a': NO_URL,
    'ftp://hooks.example/': NO_URL,
    'javascript:alert(1)': NO_URL,
    'file:///etc/passwd': NO_URL,
    'http://': NO_URL,
    'http://hooks.example:99999/': NO_URL,
    'http://[::1%25eth0]/': NO_URL,
    'https://ada@hooks.example/': 'url must not contain a user name or password',
    'https://:secret@hooks.example/': 'url must not contain a user name or password',
    'https://hooks.example/#a': 'url must not have a fragment',
    [`https://hooks.example/${'a'.repeat(2_048)}`]: 'url must be at most 2048 characters',
    [`https://hooks.example/${'ü'.repeat(1_000)}`]: 'url must be at most 2048 characters',
  };
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((url) => [url, check(url)])),
    expected,
  );
});

test('a refused address is refused in every form in which a URL can hold it, and allowed in each', () => {
  const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0x7f000001', '017700000001'];
  hosts.push(
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '127。0。0。1',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  );
  const allowed = parseAllowedTargets(['127.0.0.0/8']);
  for (const host of hosts) {
    assert.equal(check(`http://${host}/`), REFUSED_TARGET, host);
    assert.match(
      check(`http://${host}/`, allowed),
      /^http:\/\/(127\.0\.0\.1|\[::ffff:7f00:1\])\/$/,
    );
  }
  for (const host of [
    '0',
    '[::]',
    '[::1]',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '[64:ff9b::7f00:1]',
  ])
    assert.equal(check(`https://${host}/`, allowed), REFUSED_TARGET, host);
});
