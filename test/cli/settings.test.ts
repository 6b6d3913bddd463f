import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawSettings, readSettings, toOidcSettings } from '../../src/cli/server/settings.ts';
import { UsageError } from '../../src/domain/errors.ts';
import { addressOf } from '../../src/http/base-path.ts';

test('without flags and variables the service listens on port 8080 of the loopback interface', () => {
  assert.deepEqual(readSettings({}, {}), {
    host: '127.0.0.1',
    port: 8080,
    socket: undefined,
    socketMode: 0o660,
    ipLimit: 600,
    trustedProxies: undefined,
    publicUrl: undefined,
    externalPictures: false,
    tlsCert: undefined,
    tlsKey: undefined,
    leaderboardCacheSeconds: 30,
    departmentLimit: 1000,
    sandboxLimit: 500,
    monthGraceHours: 72,
    eventDays: 30,
    auditDays: 0,
    runDays: 0,
    standingsDays: 0,
    stopDelay: 0,
    logLevel: 'info',
    accessLog: undefined,
    metricsToken: undefined,
    oidcIssuer: undefined,
    oidcClientId: undefined,
    oidcClientSecret: undefined,
    oidcName: 'SSO',
    oidcRoleClaim: undefined,
    oidcRoleMap: new Map(),
    webhookAllow: [],
    slackAppToken: undefined,
    slackBotToken: undefined,
    slackCompany: undefined,
    smtpUrl: undefined,
    smtpPasswordFile: undefined,
    mailFrom: undefined,
    mailRate: 5,
  });
});

test('a flag wins over its variable, and an empty variable counts as unset', () => {
  const env = { ENGAGED_PORT: '9000', ENGAGED_IP_LIMIT: '0', ENGAGED_LOG_LEVEL: '' };
  const { port, ipLimit, logLevel } = readSettings({ port: '7000' }, env);
  assert.deepEqual({ port, ipLimit, logLevel }, { port: 7000, ipLimit: 0, logLevel: 'info' });
});

test('a public address may have a path', () => {
  for (const [sent, address] of [
    ['https://a.example', 'https://a.example'],
    ['https://A.example:8443/', 'https://a.example:8443'],
    ['http://a.example/engaged/', 'http://a.example/engaged'],
    ['https://a.example/hr/portal', 'https://a.example/hr/portal'],
    ['https://a.example/portals/v1', 'https://a.example/portals/v1'],
  ] as const) {
    const { publicUrl } = readSettings({ publicUrl: sent }, {});
    assert.equal(publicUrl && addressOf(publicUrl), address);
  }
});

test('trusted proxies are addresses and networks', () => {
  const { trustedProxies } = readSettings({ trustedProxies: '10.0.0.0/8, ::1' }, {});
  assert.ok(trustedProxies?.check('10.1.2.3'));
  assert.ok(trustedProxies?.check('::1', 'ipv6'));
  assert.ok(!trustedProxies?.check('192.0.2.1'));
});

for (const [flags, message] of [
  [{ port: '80a' }, '--port must be a whole number from 0 to 65535'],
  [{ port: '65536' }, '--port must be a whole number from 0 to 65535'],
  [{ port: '-1' }, '--port must be a whole number from 0 to 65535'],
  [{ port: '' }, '--port must be a whole number from 0 to 65535'],
  [{ socket: 'é'.repeat(52) }, '--socket must be a path of at most 103 bytes'],
  [{ socketMode: '860' }, '--socket-mode must be three octal digits that begin with 6 or 7'],
  [{ socketMode: '066' }, '--socket-mode must be three octal digits that begin with 6 or 7'],
  [{ host: 'a b' }, '--host must be an IPv4 address, a host name, or :: for every interface'],
  [{ ipLimit: '1.5' }, '--ip-limit must be a whole number from 0 to 1000000'],
  [
    { leaderboardCacheSeconds: '31' },
    '--leaderboard-cache-seconds must be a whole number from 0 to 30',
  ],
  [{ departmentLimit: '0' }, '--department-limit must be a whole number from 1 to 100000'],
  [{ sandboxLimit: 'many' }, '--sandbox-limit must be a whole number from 1 to 100000'],
  [{ logLevel: 'loud' }, '--log-level must be one of debug, info, warn, error, silent'],
  [
    { trustedProxies: '10.0.0.0/33' },
    '--trusted-proxies must be IP addresses or CIDR ranges such as 10.0.0.0/8, separated by commas',
  ],
  [{ metricsToken: 'too short' }, '--metrics-token must be 16 to 256 visible ASCII characters'],
  ...[
    ...['plums', 'ftp://a.example', 'https://a.example/?x', 'https://a.example/#x'],
    ...[
      'https://u@a.example',
      'https://a.example//',
      'https://a.example/a b',
      'https://a.example/a//b',
    ],
    ...[
      'portal',
      'portal/x',
      'wall',
      'v1',
      'docs',
      'openapi.json',
      'healthz',
      'readyz',
      'metrics',
    ].map((path) => `https://a.example/${path}`),
  ].map(
    (publicUrl) =>
      [
        { publicUrl },
        '--public-url must be an http or https address, with a path only if the service has none that begins like it',
      ] as const,
  ),
  ...['http://id.example', 'https://id.example/?x', 'ftp://localhost', 'plums'].map(
    (oidcIssuer) =>
      [
        { oidcIssuer },
        '--oidc-issuer must be an https address as the provider writes it, or http on this machine',
      ] as const,
  ),
  ...['admins', 'admins=boss', '=admin', 'a=admin,,b=owner'].map(
    (oidcRoleMap) =>
      [
        { oidcRoleMap },
        '--oidc-role-map must be VALUE=ROLE separated by commas, with the roles owner, admin, manager, viewer, none',
      ] as const,
  ),
] as const) {
  test(`${Object.keys(flags)[0]} "${Object.values(flags)[0]}" is rejected with what is allowed`, () => {
    assert.throws(() => readSettings(flags, {}), new UsageError(message, message.split(' ')[0]));
  });
}

test('an invalid variable is reported by its name, and all problems are reported at once', () => {
  assert.throws(
    () => readSettings({ port: 'x' }, { ENGAGED_SANDBOX_LIMIT: '-5' }),
    new UsageError(
      '--port must be a whole number from 0 to 65535; ENGAGED_SANDBOX_LIMIT must be a whole number from 1 to 100000',
      '--port',
    ),
  );
});

const OIDC: RawSettings = {
  oidcIssuer: 'https://id.example/tenant/v2.0',
  oidcClientId: 'engaged',
  oidcClientSecret: 'plums',
  publicUrl: 'https://engaged.example',
};

test('an OpenID provider needs its issuer, a client and the public address', () => {
  const read = (settings: RawSettings) => toOidcSettings(readSettings(settings, {}));
  assert.equal(read({ ...OIDC, oidcIssuer: '' }), undefined);
  assert.deepEqual(
    read({ ...OIDC, oidcRoleClaim: 'groups', oidcRoleMap: 'a b=admin, CN=Root=owner' }),
    {
      issuer: 'https://id.example/tenant/v2.0',
      clientId: 'engaged',
      clientSecret: 'plums',
      name: 'SSO',
      address: 'https://engaged.example',
      roleClaim: 'groups',
      roleMap: new Map([
        ['a b', 'admin'],
        ['CN=Root', 'owner'],
      ]),
    },
  );
  for (const name of ['oidcClientId', 'oidcClientSecret', 'publicUrl'] as const) {
    assert.throws(
      () => read({ ...OIDC, [name]: '' }),
      new UsageError('oidc-issuer needs oidc-client-id, oidc-client-secret and public-url, too'),
    );
  }
  assert.throws(
    () => read({ ...OIDC, publicUrl: 'http://engaged.example' }),
    new UsageError('oidc-issuer needs a public-url with https, or on this machine'),
  );
});
