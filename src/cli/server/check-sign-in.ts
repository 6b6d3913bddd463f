import { EngagedError, UsageError } from '../../domain/errors.ts';
import { ProviderUnreachable } from '../../portal/sign-in/oidc/bounded-fetch.ts';
import { CLOCK_TOLERANCE_S, NotAccepted, Provider } from '../../portal/sign-in/oidc/provider.ts';
import { redirectUriOf } from '../../portal/sign-in/oidc/settings.ts';
import { readPassword } from '../../service/mail/transport.ts';
import { checkCertificate } from '../../service/operations/doctor/certificate.ts';
import { type Finding, ok, problem, warning } from '../../service/operations/doctor/finding.ts';
import type { Environment } from '../context.ts';
import {
  type RawSettings,
  readSettings,
  type Settings,
  toOidcSettings,
  toServiceMail,
  toSocket,
  toTlsFiles,
} from './settings.ts';
import { certificateOf, readTlsPair } from './tls-files.ts';
import { hasUnnamedProxy, UNNAMED_PROXY } from './unnamed-proxy.ts';

/** The proxy and the certificate of the service, its mail, and the OpenID provider, where the settings name them. */
export async function checkSignIn(
  flags: RawSettings,
  env: Environment,
  now: () => number,
): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = readSettings(flags, env);
  } catch (error) {
    // Settings that are wrong are reported one by one.
    if (error instanceof UsageError) return [];
    throw error;
  }
  return [
    ...checkProxy(settings),
    ...checkSocket(settings),
    ...checkTls(settings, now()),
    ...checkMail(settings),
    ...(await checkProvider(settings, now)),
  ];
}

const checkProxy = (settings: Settings): Finding[] =>
  hasUnnamedProxy(settings)
    ? [
        warning(
          'proxy',
          UNNAMED_PROXY,
          'Name the proxy in trusted-proxies, so that limits and sign-ins tell its clients apart',
        ),
      ]
    : [];

function checkSocket(settings: Settings): Finding[] {
  try {
    toSocket(settings, '/');
    return [];
  } catch (error) {
    return [unusable('socket', error)];
  }
}

function checkTls(settings: Settings, now: number): Finding[] {
  try {
    const files = toTlsFiles(settings);
    return files ? [checkCertificate(certificateOf(readTlsPair(files)), now)] : [];
  } catch (error) {
    return [unusable('certificate', error)];
  }
}

function checkMail(settings: Settings): Finding[] {
  const check = 'mail';
  try {
    const transport = toServiceMail(settings, '.');
    if (!transport) return [];
    readPassword(transport);
    const { server, from } = transport;
    return [
      ok(check, `From ${from.address} by ${server.host}. To try it: engaged mail test ADDRESS`),
    ];
  } catch (error) {
    if (error instanceof UsageError) return [unusable(check, error)];
    return [problem(check, 'smtp-password-file cannot be read', 'No mail is sent without it')];
  }
}

const unusable = (check: string, error: unknown): Finding => {
  if (!(error instanceof UsageError || error instanceof EngagedError)) throw error;
  return problem(check, error.message, 'The service does not start like this');
};

async function checkProvider(settings: Settings, now: () => number): Promise<Finding[]> {
  const check = 'sign-in';
  let provider: Provider;
  try {
    const oidc = toOidcSettings(settings);
    if (!oidc) return [];
    provider = new Provider(oidc);
  } catch (error) {
    return [unusable(check, error)];
  }
  try {
    const { date } = await provider.check(now());
    const redirect = `The provider describes itself; its redirect address is ${redirectUriOf(provider.settings)}`;
    const seconds = date === undefined ? 0 : Math.round((date - now()) / 1_000);
    return [
      ok(check, redirect),
      Math.abs(seconds) > CLOCK_TOLERANCE_S
        ? problem(
            check,
            `The clock of the provider is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the clock of this machine`,
            `Set the clock of this machine (NTP): more than ${CLOCK_TOLERANCE_S} seconds fail every sign-in`,
          )
        : ok(check, 'The clocks of the provider and of this machine agree'),
    ];
  } catch (error) {
    if (error instanceof ProviderUnreachable) {
      return [
        warning(
          check,
          `The provider cannot be reached from this machine (${error.code})`,
          'Check oidc-issuer, the network, and for a private certificate authority NODE_EXTRA_CA_CERTS',
        ),
      ];
    }
    if (!(error instanceof NotAccepted)) throw error;
    return [
      problem(
        check,
        `The provider's description cannot be used (${error.reason})`,
        'Write oidc-issuer exactly as the issuer of its /.well-known/openid-configuration',
      ),
    ];
  }
}
