import type { AuthorizationServer, Client, ClientAuth } from 'oauth4webapi';
import { MINUTE_MS } from '../../../domain/duration.ts';
import type { Identity } from '../../../service/portal/identities.ts';
import { boundedFetch, ProviderUnreachable } from './bounded-fetch.ts';
import { type Claims, readIdentity } from './claims.ts';
import type { Flow } from './flow.ts';
import { isSafeAddress, type OidcSettings, redirectUriOf } from './settings.ts';

// Loaded with the first sign-in: the start of the service does not wait for it.
type Library = typeof import('oauth4webapi');
const library = (): Promise<Library> => import('oauth4webapi');

/** How long the provider's description and keys are used, and how soon they may be asked for again. */
const MAX_AGE_MS = 10 * MINUTE_MS;
const MIN_AGE_MS = MINUTE_MS;

/** How far the clocks of the provider and of this machine may be apart, in seconds. */
export const CLOCK_TOLERANCE_S = 60;

const SCOPE = 'openid email profile';

/** Why an answer of the provider was not accepted. It names a check and never a value. */
export class NotAccepted extends Error {
  override readonly name = 'NotAccepted';
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** How the provider describes itself, and what its clock says, in milliseconds UTC. */
type Description = { server: AuthorizationServer; date: number | undefined };
type Discovered = { at: number; description: Promise<Description> };

/** The OpenID provider. What it says is believed only after every check of OpenID Connect Core, 3.1.3.7. */
export class Provider {
  readonly settings: OidcSettings;
  readonly #timeoutMs: number | undefined;
  #discovered: Discovered | undefined;

  constructor(settings: OidcSettings, timeoutMs?: number) {
    this.settings = settings;
    this.#timeoutMs = timeoutMs;
  }

  /** Where the browser goes to sign in. @throws ProviderUnreachable, NotAccepted */
  async begin({ state, nonce, verifier, confirms }: Flow, now: number): Promise<string> {
    const oauth = await library();
    const { server } = await this.#discover(oauth, now);
    const url = URL.parse(server.authorization_endpoint ?? '');
    if (!url || !isSafeAddress(url)) throw new NotAccepted('authorization_endpoint');
    const parameters = {
      client_id: this.settings.clientId,
      redirect_uri: redirectUriOf(this.settings),
      response_type: 'code',
      scope: SCOPE,
      ...{ state, nonce },
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(confirms !== '' && { prompt: 'login', max_age: '0' }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  /**
   * Who has signed in, from what the provider sent back.
   *
   * @throws ProviderUnreachable, NotAccepted
   */
  async finish(query: URLSearchParams, flow: Flow, now: number): Promise<Identity> {
    const oauth = await library();
    try {
      return await this.#finish(oauth, query, flow, now);
    } catch (error) {
      throw described(oauth, error);
    }
  }

  /** Reads the provider's description again. @throws ProviderUnreachable, NotAccepted */
  async check(now: number): Promise<Description> {
    this.#discovered = undefined;
    return this.#discover(await library(), now);
  }

  async #finish(
    oauth: Library,
    query: URLSearchParams,
    { state, nonce, verifier, confirms, at }: Flow,
    now: number,
  ): Promise<Identity> {
    const { clientId } = this.settings;
    const began = performance.now();
    const { server } = await this.#discover(oauth, now);
    const client: Client = {
      client_id: clientId,
      [oauth.clockTolerance]: CLOCK_TOLERANCE_S,
      // The library reads the clock itself; the time of the request counts.
      [oauth.clockSkew]: Math.round((now - Date.now()) / 1_000),
    };
    const options = this.#options(oauth);
    const answer = oauth.validateAuthResponse(server, client, query, state);
    const redirectUri = redirectUriOf(this.settings);
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, client, this.#authentication(oauth, server)] as const),
      ...([answer, redirectUri, verifier, options] as const),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
      // A person who is asked to confirm who they are must have signed in after that.
      ...(confirms !== '' && { maxAge: Math.ceil((now - at) / 1_000) }),
    });
    await this.#checkSignature(oauth, server, response, now);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (!claims) throw new NotAccepted('no_id_token');
    if (claims.azp !== undefined && claims.azp !== clientId) throw new NotAccepted('azp');
    // The library compares it with nothing.
    const issuedIn = claims.iat * 1_000 - (now + performance.now() - began);
    if (issuedIn > CLOCK_TOLERANCE_S * 1_000) throw new NotAccepted('iat');
    // Some providers keep the token short and have the rest in another answer.
    const needed = ['email', this.settings.roleClaim ?? 'email'];
    const isShort = needed.some((claim) => claims[claim] === undefined);
    const other: Claims =
      isShort && server.userinfo_endpoint !== undefined
        ? await oauth
            .userInfoRequest(server, client, tokens.access_token, options)
            .then((info) => oauth.processUserInfoResponse(server, client, claims.sub, info))
        : {};
    return readIdentity(claims, other, this.settings);
  }

  async #checkSignature(
    oauth: Library,
    server: AuthorizationServer,
    response: Response,
    now: number,
  ): Promise<void> {
    const options = this.#options(oauth);
    try {
      await oauth.validateApplicationLevelSignature(server, response, options);
    } catch (error) {
      const age = now - (this.#discovered?.at ?? now);
      if ((error as { code?: string }).code !== oauth.KEY_SELECTION || age < MIN_AGE_MS) {
        throw error;
      }
      // The provider may have a new key.
      const renewed = await this.check(now);
      await oauth.validateApplicationLevelSignature(renewed.server, response, options);
    }
  }

  #discover(oauth: Library, now: number): Promise<Description> {
    const known = this.#discovered;
    if (known && Math.abs(now - known.at) < MAX_AGE_MS) return known.description;
    const description = this.#readDescription(oauth);
    const discovered = { at: now, description };
    this.#discovered = discovered;
    description.catch(() => {
      if (this.#discovered === discovered) this.#discovered = undefined;
    });
    return description;
  }

  async #readDescription(oauth: Library): Promise<Description> {
    try {
      const issuer = new URL(this.settings.issuer);
      const response = await oauth.discoveryRequest(issuer, this.#options(oauth));
      const server = await oauth.processDiscoveryResponse(issuer, response);
      if (server.issuer !== this.settings.issuer) throw new NotAccepted('issuer');
      return { server, date: clockOf(response) };
    } catch (error) {
      throw described(oauth, error);
    }
  }

  #authentication(oauth: Library, server: AuthorizationServer): ClientAuth {
    const { token_endpoint_auth_methods_supported: methods = [] } = server;
    const { clientSecret } = this.settings;
    return methods.includes('client_secret_post')
      ? oauth.ClientSecretPost(clientSecret)
      : oauth.ClientSecretBasic(clientSecret);
  }

  #options = (oauth: Library) => ({
    [oauth.customFetch]: (url: string, options: object) =>
      boundedFetch(url, options, this.#timeoutMs),
    // `boundedFetch` knows which plain HTTP is safe.
    [oauth.allowInsecureRequests]: true,
  });
}

/** What the clock of a server says; an answer from a cache has an age. */
function clockOf({ headers }: Response): number | undefined {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? undefined : date + 1_000 * Number(headers.get('age') ?? 0);
}

/** An error of the library without its values: it holds tokens. */
function described(oauth: Library, error: unknown): unknown {
  if (error instanceof ProviderUnreachable || error instanceof NotAccepted) return error;
  if (error instanceof oauth.AuthorizationResponseError) return new NotAccepted(word(error.error));
  if (error instanceof oauth.ResponseBodyError) {
    return new NotAccepted(`token_endpoint_${word(error.error)}`);
  }
  const { code, cause } = error as { code?: unknown; cause?: { claim?: unknown } };
  if (typeof code !== 'string') return error;
  const claim = cause?.claim;
  return new NotAccepted(typeof claim === 'string' ? claim : code.toLowerCase());
}

/** A code of the OAuth standards; anything else could be a value. */
const word = (text: string): string => (/^[a-z_]{1,40}$/.test(text) ? text : 'other_error');
