import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import Provider, { type Context } from 'oidc-provider';

// The package gives advice for production on the console.
console.info = console.warn = () => {};

export const CLIENT = { clientId: 'engaged', clientSecret: 'fourteen-plums-and-a-spade' };

export type Claims = Record<string, unknown>;
type Handler = (req: IncomingMessage, res: ServerResponse) => void;
type Key = { kid: string; key: KeyObject };

/** A real OpenID provider on loopback, where whoever comes is signed in at once as `person`. */
export type IdentityProvider = {
  issuer: string;
  /** Who signs in; null cancels. */
  person: (Claims & { sub: string }) | null;
  /** Answers in the place of the provider, by path. */
  instead: Map<string, Handler>;
  /** Changes an id token before it is sent. */
  forge: ((token: { header: Claims; claims: Claims }) => Forged) | undefined;
  /** Requests so far, by path. */
  requests: string[];
  /** Replaces the signing key. */
  rotateKey(): void;
  stop(): Promise<void>;
};

/** Another header or other claims, and who signs: the provider, somebody else, or nobody. */
export type Forged = { header?: Claims; claims?: Claims; signer?: 'provider' | 'other' | 'nobody' };

let keys = 0;
const newKey = (): Key => ({
  kid: `key-${++keys}`,
  key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
});

/** @param options.isShort leaves the email out of the id token, as some providers do */
export async function startProvider(
  t: TestContext,
  redirectUri: string,
  { isShort = false, client = {} }: { isShort?: boolean; client?: Claims } = {},
): Promise<IdentityProvider> {
  let key = newKey();
  const other = newKey();
  let handle: Handler = () => {};
  const server: Server = createServer((req, res) => handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const create = () =>
    new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
          ...client,
        },
      ],
      jwks: { keys: [{ ...key.key.export({ format: 'jwk' }), kid: key.kid, use: 'sig' }] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      claims: {
        openid: ['sub', 'groups', 'xms_edov'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name'],
      },
      conformIdTokenClaims: isShort,
      cookies: { keys: ['plums'] },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: () => ({ ...provider.person, sub: accountId }),
      }),
      loadExistingGrant: async ({ oidc: { client, session, provider } }: Context) => {
        const { accountId } = session;
        const grant = new provider.Grant({ clientId: client.clientId, accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
  const provider: IdentityProvider = {
    ...{ issuer, forge: undefined, instead: new Map(), requests: [] },
    person: { sub: 'ada', email: 'ada@acme.example', email_verified: true, name: 'Ada Lovelace' },
    rotateKey: () => {
      key = newKey();
      real = create();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  let real = create();
  handle = (req, res) => {
    const path = new URL(req.url ?? '/', issuer).pathname;
    provider.requests.push(path);
    // A stopped provider is then one that refuses connections.
    res.setHeader('connection', 'close');
    const instead = provider.instead.get(path);
    if (instead) return instead(req, res);
    if (path.startsWith('/interaction/')) {
      const result = provider.person
        ? { login: { accountId: provider.person.sub } }
        : { error: 'access_denied' };
      void real.interactionFinished(req, res, result);
      return;
    }
    const { forge } = provider;
    if (path === '/token' && forge) {
      const end = res.end.bind(res);
      res.end = ((body: string) => {
        const answer = JSON.parse(String(body));
        const changed = { ...answer, id_token: forged(answer.id_token, forge) };
        res.removeHeader('content-length');
        return end(JSON.stringify(changed));
      }) as typeof res.end;
    }
    real.callback()(req, res);
  };

  const forged = (token: string, forge: NonNullable<IdentityProvider['forge']>): string => {
    const [header, claims] = token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    const { signer = 'provider', ...changed } = forge({ header, claims });
    const text = [changed.header ?? header, changed.claims ?? claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    if (signer === 'nobody') return `${text}.`;
    const by = signer === 'other' ? other.key : key.key;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(by, 'base64url')}`;
  };

  t.after(() => provider.stop());
  return provider;
}
