import { LRUCache } from 'lru-cache';
import { EngagedError } from '../domain/errors.ts';
import { BODY_LIMIT, discardBody, takeBody } from '../http/body.ts';
import type { TrustedProxies } from '../http/client-address.ts';
import type { Services } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Html } from '../http/html.ts';
import type { Portal } from '../http/portal.ts';
import { badRequest, NOT_FOUND, type Problem, toProblem } from '../http/problems.ts';
import { pathOf, RouteTable } from '../http/router.ts';
import { commitWrite } from '../http/writes.ts';
import type { Logger } from '../service/log.ts';
import { roleOf } from '../service/portal/accounts.ts';
import {
  findSession,
  hashSecret,
  isConfirmed,
  isTouchDue,
  newSessionToken,
} from '../service/portal/sessions.ts';
import { findWall } from '../service/walls.ts';
import * as companies from '../store/companies.ts';
import { placeOf } from '../store/files/data-file-place.ts';
import { BackupCopies } from '../worker/backup-copies.ts';
import { ASSETS, type Asset } from './assets/assets.ts';
import { NAVIGATION } from './navigation.ts';
import type {
  Action,
  Call,
  Download,
  FileAction,
  Host,
  OpenAction,
  OpenPage,
  Outcome,
  Page,
  Params,
  Screen,
  Visit,
} from './page.ts';
import { CONFIRM_FIELD, confirmScreen, givePassword } from './pages/confirm.ts';
import { errorScreen, openNetworkScreen } from './pages/error.ts';
import { note, type Refusal, Refused } from './parts/form.ts';
import { framed, gate } from './parts/layout.ts';
import { ACTIONS, OPEN_ACTIONS, OPEN_PAGES, PAGES } from './routes.ts';
import { FLOW_COOKIE, readCookie, SESSION_COOKIE, setCookie } from './sign-in/cookie.ts';
import { createOidc } from './sign-in/oidc/oidc.ts';
import type { OidcSettings } from './sign-in/oidc/settings.ts';
import { SignInThrottle } from './sign-in/throttle.ts';
import { TwoStep } from './sign-in/two-step.ts';
import { isFromElsewhere, isFromPortal, type Site, siteOf } from './site.ts';
import { takeFile } from './upload-body.ts';
import { Uploads } from './uploads.ts';
import { waitingFor } from './waiting.ts';
import { GONE_PAGE, wallPage } from './wall/wall.ts';
import { WallGuard } from './wall/wall-guard.ts';

const ROOT = '/portal';
const SANDBOX = `${ROOT}/sandbox`;

const WALL = '/wall';

/** The headers of every page: it runs and loads only what is served here, and cannot be framed. */
const BASE_HEADERS = [
  ...['Content-Type', 'text/html; charset=utf-8'],
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' https: data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
] as const;

// With `no-referrer` a browser would hide the origin of a form.
const HEADERS = [...BASE_HEADERS, 'Referrer-Policy', 'same-origin'] as const;

/** Those of a wall, whose address is a secret. It has no forms. */
const WALL_HEADERS = [
  ...BASE_HEADERS,
  ...['Referrer-Policy', 'no-referrer', 'X-Robots-Tag', 'noindex'],
] as const;

/** Browsers that have seen the portal over HTTPS ask for it in no other way, for a year. */
const HTTPS_HEADERS = [...HEADERS, 'Strict-Transport-Security', 'max-age=31536000'] as const;

const ASSET_CACHING = ['Cache-Control', 'public, max-age=31536000, immutable'] as const;

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

type Route =
  | { kind: 'asset'; asset: Asset }
  | { kind: 'wall' }
  | { kind: 'open page'; page: OpenPage }
  | { kind: 'open action'; page: OpenPage; action: OpenAction }
  | { kind: 'page'; page: Page; isSandbox: boolean }
  | { kind: 'action'; page: Page; action: Action | FileAction; isSandbox: boolean };

const get = (path: string, data: Route) => ({ method: 'GET', path, data });
const post = (path: string, data: Route) => ({ method: 'POST', path, data });

const routes = new RouteTable<Route>([
  ...ASSETS.map((asset) => get(asset.path, { kind: 'asset', asset })),
  get(`${WALL}/:secret`, { kind: 'wall' }),
  ...OPEN_PAGES.map((page) => get(ROOT + page.path, { kind: 'open page', page })),
  ...OPEN_ACTIONS.map((action) =>
    post(ROOT + action.path, { kind: 'open action', page: action.page, action }),
  ),
  ...[false, true].flatMap((isSandbox) => {
    const root = isSandbox ? SANDBOX : ROOT;
    const exists = (page: Page) => page.isOfCompany || !isSandbox;
    return [
      ...PAGES.filter(exists).map((page) =>
        get(root + page.path, { kind: 'page', page, isSandbox }),
      ),
      ...ACTIONS.filter(({ page }) => exists(page)).map((action) =>
        post(root + action.path, { kind: 'action', page: action.page, action, isSandbox }),
      ),
    ];
  }),
]);

const NO_PARAMS: Params = { id: '', code: '', secret: '', session: '' };

/** What was done, to be said on the next page of an account: its session may be another one by then. */
type Done = { account: string; text: Html };

const FORBIDDEN: Problem = {
  status: 403,
  code: 'forbidden',
  message: 'Your role does not include this page.',
};
const NO_SANDBOX: Problem = {
  status: 404,
  code: 'not_found',
  message: 'The company has no sandbox.',
};
const FROM_ELSEWHERE: Problem = {
  status: 403,
  code: 'forbidden',
  message: 'The request did not come from a page of the portal, so nothing was changed.',
};
const TOO_MANY_WALLS: Problem = {
  status: 429,
  code: 'rate_limit_exceeded',
  message: 'Too many unknown links were opened from here.',
};

/** Files that are made at the same time: each keeps the ranker thread busy. */
const MAX_DOWNLOADS = 4;
const TOO_MANY_DOWNLOADS: Problem = {
  status: 503,
  code: 'unavailable',
  message: 'Several files are being downloaded already.',
  retryAfter: 10,
};

const NO_FORM = badRequest(415, 'A form must be sent as application/x-www-form-urlencoded');

/** Serves the portal. @param options.publicUrl where browsers reach it, if it is known */
export function createPortal(options: {
  services: Services;
  publicUrl: URL | undefined;
  trustedProxies: TrustedProxies;
  host: Host;
  oidc: OidcSettings | undefined;
  log: Logger;
}): Portal {
  const { services, log, host } = options;
  const throttle = new SignInThrottle();
  const twoStep = new TwoStep();
  const oidc = options.oidc && createOidc(options.oidc);
  const uploads = new Uploads();
  const backups = new BackupCopies({ file: host.file, place: placeOf(host.file), log });
  const done = new LRUCache<string, Done>({ max: 1_000 });
  const wallGuard = new WallGuard();
  let lastDone = 0;
  let downloads = 0;

  return {
    owns: (path) => path === ROOT || path.startsWith(`${ROOT}/`) || path.startsWith(`${WALL}/`),
    close: () => backups.close(),
    prepare: (exchange) => describeProblems(exchange, undefined),
    respond: async (exchange, path) => {
      // People type the slash.
      const found = routes.find(exchange.req.method, path === `${ROOT}/` ? ROOT : path);
      if (!found) {
        const site = siteOf(exchange.req, options);
        if (site.security !== 'open') {
          const visit = visitOf(exchange, site, NO_PARAMS);
          describeProblems(exchange, callOf(exchange, visit, path.startsWith(`${SANDBOX}/`)));
        }
        if (await discardBody(exchange)) exchange.refuse(NOT_FOUND);
        return;
      }
      await respondTo(exchange, found.data, { ...NO_PARAMS, ...found.params });
    },
  };

  async function respondTo(exchange: Exchange, route: Route, params: Params): Promise<void> {
    exchange.route = labelOf(route);
    const form = await readForm(exchange, route);
    if (!form) return;
    if (route.kind === 'asset') {
      const { type, body } = route.asset;
      exchange.respond(200, body, ['Content-Type', type, ...ASSET_CACHING]);
      return;
    }
    const site = siteOf(exchange.req, options);
    if (site.security === 'open') {
      return reply(exchange, 403, gate(openNetworkScreen(options.publicUrl), 'plain'));
    }
    const isChange = route.kind === 'action' || route.kind === 'open action';
    if (isChange && !isFromPortal(exchange.req, site)) return exchange.refuse(FROM_ELSEWHERE);
    // What the service still has open is not the data any more. Each read checks whether the file is back.
    if (services.readiness.isFileMoved) await services.readiness.check();
    if (route.kind === 'wall') return showWall(exchange, params.secret);
    const visit = visitOf(exchange, site, params);
    const call = callOf(exchange, visit, 'isSandbox' in route && route.isSandbox);
    if (call) describeProblems(exchange, call);
    if (call && 'isSandbox' in route && route.isSandbox && !call.company.isSandbox) {
      return exchange.refuse(NO_SANDBOX);
    }
    if (route.kind === 'open page') {
      answer(exchange, visit, undefined, await route.page.show(call ?? visit), 200);
    } else if (route.kind === 'open action') {
      const { action, page } = route;
      const outcome = await attempt(form, () => action.submit(visit, form));
      if ('to' in outcome) answer(exchange, visit, call, outcome, 303);
      else {
        const refused = { ...visit, refusal: { ...outcome.refusal, action: action.path } };
        answer(exchange, visit, undefined, await page.show(refused), outcome.status);
      }
    } else if (!call) {
      const next = exchange.req.method === 'POST' ? '' : nextOf(exchange.req.url ?? '');
      answer(exchange, visit, undefined, { to: `${ROOT}/sign-in${next}` }, 303);
    } else if (!route.page.roles.includes(call.session.role)) {
      exchange.refuse(FORBIDDEN);
    } else if (route.kind === 'page') {
      const { page } = route;
      const asks = page.needsPassword && !isConfirmed(call.session, call.now);
      const shown = asks
        ? { to: `${ROOT}/confirm${nextOf(exchange.req.url ?? '')}` }
        : await page.show(call);
      if ('chunks' in shown) await send(exchange, shown, page.type ?? '');
      else answer(exchange, visit, call, shown, 200, page);
    } else {
      const { action, page } = route;
      if (!action.roles.includes(call.session.role)) return exchange.refuse(FORBIDDEN);
      if (action.needsPassword && !isConfirmed(call.session, call.now)) {
        const asked = await askPassword(exchange, call, action, form);
        if (asked) return answer(exchange, visit, call, asked.screen, asked.status, page);
      }
      const outcome = await attempt(form, async () =>
        'takesFile' in action
          ? action.submit(call, await takeFile(exchange, uploads))
          : action.submit(call, form),
      );
      if ('to' in outcome) return answer(exchange, visit, call, outcome, 303);
      const refused = { ...call, refusal: { ...outcome.refusal, action: action.path } };
      const shown = await page.show(refused);
      if (!('chunks' in shown)) answer(exchange, visit, call, shown, outcome.status, page);
    }
  }

  async function send(exchange: Exchange, download: Download, type: string): Promise<void> {
    const { file, chunks, bytes, end } = download;
    try {
      if (downloads >= MAX_DOWNLOADS) return exchange.refuse(TOO_MANY_DOWNLOADS);
      downloads++;
      const disposition = `attachment; filename="${file}"`;
      const length = bytes === undefined ? [] : ['Content-Length', String(bytes)];
      const headers = ['Content-Type', type, 'Content-Disposition', disposition, ...length];
      await exchange.stream(chunks, headers).finally(() => downloads--);
    } finally {
      await end?.();
    }
  }

  /** A leaderboard for screens: whoever has the link sees it. */
  async function showWall(exchange: Exchange, token: string): Promise<void> {
    const { client, now } = exchange;
    const retryAfter = wallGuard.retryAfter(client, token, now);
    if (retryAfter > 0) return exchange.refuse({ ...TOO_MANY_WALLS, retryAfter });
    const wall = findWall(services.db, token);
    if (wall) {
      wallGuard.noteShown(client, token);
      exchange.respond(200, await wallPage(services, wall, now), WALL_HEADERS);
    } else {
      wallGuard.noteUnknown(client, now);
      exchange.respond(404, GONE_PAGE, WALL_HEADERS);
    }
  }

  /** Asks for the password before an action, with the form kept in the page; nothing once it is right. */
  async function askPassword(
    { req }: Exchange,
    call: Call,
    { page, path }: Action,
    form: URLSearchParams,
  ): Promise<{ screen: Screen; status: number } | undefined> {
    const isGiven = form.has(CONFIRM_FIELD);
    const outcome = isGiven ? await attempt(form, () => givePassword(call, form)) : undefined;
    form.delete(CONFIRM_FIELD);
    if (outcome === null) return undefined;
    const refused = outcome && { ...call, refusal: { ...outcome.refusal, action: path } };
    const back = call.href(
      page.path.replace(/:(\w+)/g, (_, name: keyof Params) => call.params[name]),
    );
    const screen = confirmScreen(refused ?? call, {
      action: pathOf(req.url ?? '') ?? '',
      fields: [...form],
      back,
    });
    return { screen, status: outcome?.status ?? 200 };
  }

  function visitOf(exchange: Exchange, site: Site, params: Params): Visit {
    const { req, now, client } = exchange;
    const query = req.url?.indexOf('?') ?? -1;
    const browser = (req.headers['user-agent'] ?? '').slice(0, 256);
    return {
      ...{
        services,
        log,
        host,
        throttle,
        twoStep,
        oidc,
        uploads,
        backups,
        site,
        now,
        client,
        browser,
        params,
        refusal: undefined,
      },
      query: new URLSearchParams(query === -1 ? '' : req.url?.slice(query)),
      isFromElsewhere: isFromElsewhere(req),
      onLeave: (then) => exchange.onLeave(then),
      flow: readCookie(req, site, FLOW_COOKIE),
      newSession: () => {
        const token = newSessionToken();
        const old = readCookie(req, site, SESSION_COOKIE);
        const replaced = old === undefined ? undefined : hexHash(old);
        return { token, session: { hash: hexHash(token), replaced, client, browser } };
      },
      changeAs: async ({ companyId, account }, name, input) => {
        const body = new TextEncoder().encode(JSON.stringify(input));
        const actor = `portal ${account}`;
        const json = await commitWrite(services, { name, companyId, actor, now, path: {}, body });
        return json === null ? null : JSON.parse(json);
      },
    };
  }

  /** The call of somebody who is signed in. */
  function callOf(exchange: Exchange, visit: Visit, isSandbox: boolean): Call | undefined {
    const { db, writer } = services;
    const token = readCookie(exchange.req, visit.site, SESSION_COOKIE);
    const row = token === undefined ? undefined : findSession(db, token, visit.now);
    if (token === undefined || !row) return undefined;
    if (isTouchDue(row, visit.now)) {
      // A use that is not recorded only ends the session sooner.
      writer.noteSessionUse({ hash: hashSecret(token), now: visit.now }).catch(() => {});
    }
    const { companyId, companyName } = row;
    const sandbox = isSandbox ? db.one(companies.findSandbox, { companyId }) : undefined;
    const company = sandbox
      ? { companyId: sandbox.companyId, name: sandbox.name, isSandbox }
      : { companyId, name: companyName, isSandbox: false };
    return {
      ...visit,
      company,
      session: { ...row, role: roleOf(row) },
      href: (path) => (company.isSandbox ? SANDBOX : ROOT) + path,
      change: (name, input) =>
        visit.changeAs({ companyId: company.companyId, account: row.id }, name, input),
    };
  }

  function answer(
    exchange: Exchange,
    visit: Visit,
    call: Call | undefined,
    result: Screen | Outcome,
    status: number,
    page?: Page,
  ): void {
    if ('to' in result) redirect(exchange, visit, call, result);
    else reply(exchange, status, call && page ? inFrame(call, result, page) : gate(result));
  }

  function inFrame(call: Call, screen: Screen, page: Page | undefined): string {
    const current = screen.current ?? page?.path ?? '';
    const id = call.query.get('done') ?? '';
    const last = done.get(id);
    const isNew = last?.account === call.session.id;
    if (isNew) done.delete(id);
    return framed(call, screen, {
      ...{ navigation: NAVIGATION, current, waiting: waitingFor(call) },
      done: isNew ? note('ok', last.text) : undefined,
    });
  }

  function redirect(
    exchange: Exchange,
    { site }: Visit,
    call: Call | undefined,
    { to, done: text, session, flow }: Outcome,
  ): void {
    let target = to;
    if (text && call) {
      const id = String(++lastDone);
      done.set(id, { account: call.session.id, text });
      target += `${to.includes('?') ? '&' : '?'}done=${id}`;
    }
    const cookies = [
      ...(session === undefined ? [] : [setCookie(site, SESSION_COOKIE, session)]),
      ...(flow === undefined ? [] : [setCookie(site, FLOW_COOKIE, flow)]),
    ].flatMap((cookie) => ['Set-Cookie', cookie]);
    exchange.respond(303, '', [...headersOf(exchange), 'Location', target, ...cookies]);
  }

  /** Makes errors of this exchange pages, with the navigation for those who are signed in. */
  function describeProblems(exchange: Exchange, call: Call | undefined): void {
    const facts = { requestId: exchange.requestId, isSignedIn: call !== undefined };
    exchange.describeProblem = (problem) => {
      const screen = errorScreen(problem, facts);
      const body = call ? inFrame(call, screen, undefined) : gate(screen, 'plain');
      return { body, headers: headersOf(exchange) };
    };
  }

  function reply(exchange: Exchange, status: number, text: string): void {
    exchange.respond(status, text, headersOf(exchange));
  }

  function headersOf({ req }: Exchange): readonly string[] {
    return siteOf(req, options).security === 'https' ? HTTPS_HEADERS : HEADERS;
  }
}

const labelOf = (route: Route): string =>
  route.kind === 'asset'
    ? `${ROOT}/assets`
    : route.kind === 'wall'
      ? `${WALL}/:secret`
      : ('isSandbox' in route && route.isSandbox ? SANDBOX : ROOT) +
        ('action' in route ? route.action.path : route.page.path);

const hexHash = (token: string): string => Buffer.from(hashSecret(token)).toString('hex');

/** The fields of a form; empty for a page. Undefined where the request was refused. */
async function readForm(exchange: Exchange, route: Route): Promise<URLSearchParams | undefined> {
  // A file is taken only from somebody who may send it.
  if ('action' in route && 'takesFile' in route.action) return new URLSearchParams();
  if (route.kind !== 'action' && route.kind !== 'open action') {
    return (await discardBody(exchange)) ? new URLSearchParams() : undefined;
  }
  const body = await takeBody(exchange, BODY_LIMIT);
  if (!body) return undefined;
  if (body.length > 0 && !FORM_TYPE.test(exchange.req.headers['content-type'] ?? '')) {
    exchange.refuse(NO_FORM);
    return undefined;
  }
  return new URLSearchParams(Buffer.from(body).toString('utf8'));
}

/** What an action leads to, or why it changed nothing. */
async function attempt<T>(
  form: URLSearchParams,
  submit: () => Promise<T>,
): Promise<T | { status: number; refusal: Omit<Refusal, 'action'> }> {
  try {
    return await submit();
  } catch (error) {
    const chosen = Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)]));
    const sent = { values: Object.fromEntries(form), chosen };
    if (error instanceof Refused) {
      return {
        status: error.status,
        refusal: { message: error.message, fields: error.fields, ...sent },
      };
    }
    const problem = error instanceof EngagedError ? toProblem(error) : undefined;
    if (!problem || !SHOWN_IN_FORM.has(problem.status)) throw error;
    return { status: problem.status, refusal: { message: problem.message, fields: {}, ...sent } };
  }
}

/** The errors after which the same form makes sense again. */
const SHOWN_IN_FORM: ReadonlySet<number> = new Set([400, 409, 429]);

/** Where to go after the sign-in, as a query. */
const nextOf = (url: string): string =>
  url === ROOT || url === `${ROOT}/` || url.length > 2_000
    ? ''
    : `?next=${encodeURIComponent(url)}`;
