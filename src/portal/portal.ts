import { discardBody } from '../http/body.ts';
import type { TrustedProxies } from '../http/client-address.ts';
import type { Services } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Portal } from '../http/portal.ts';
import { NOT_FOUND, type Problem } from '../http/problems.ts';
import { Slots } from '../http/slots.ts';
import type { Logger } from '../service/log.ts';
import { isConfirmed } from '../service/portal/sessions.ts';
import { latest } from '../store/latest.ts';
import type { Call, Host, OpenAction, Page, Params, Visit } from './page.ts';
import { openNetworkScreen } from './pages/error.ts';
import { signOut } from './pages/sign-out.ts';
import { gate } from './parts/layout.ts';
import { Answers } from './request/answers.ts';
import { askPassword } from './request/ask-password.ts';
import { attempt } from './request/attempt.ts';
import { MAX_DOWNLOADS, sendFile, TOO_MANY_DOWNLOADS } from './request/downloads.ts';
import { ASSET_CACHING } from './request/headers.ts';
import { readForm } from './request/read-form.ts';
import { Repeats } from './request/repeats.ts';
import {
  findPortalRoute,
  isPortalPath,
  labelOf,
  NO_PARAMS,
  ROOT,
  type Route,
  SANDBOX,
} from './request/router.ts';
import { Visits } from './request/visits.ts';
import type { OidcSettings } from './sign-in/oidc/settings.ts';
import { isFromPortal, siteOf } from './site.ts';
import { takeFile } from './upload-body.ts';
import { createWalls } from './wall/serve-wall.ts';

const FORBIDDEN: Problem = {
  status: 403,
  code: 'forbidden',
  message: 'Your role does not include this page. An owner can give you another one.',
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

/** Serves the portal. @param options.publicUrl where browsers reach it, if it is known */
export function createPortal(options: {
  services: Services;
  publicUrl: URL | undefined;
  trustedProxies: TrustedProxies;
  host: Host;
  oidc: OidcSettings | undefined;
  log: Logger;
}): Portal {
  const { readiness, db } = options.services;
  const visits = new Visits(options);
  const answers = new Answers(options);
  const downloads = new Slots(MAX_DOWNLOADS);
  const repeats = new Repeats();
  const showWall = createWalls(options.services);

  return {
    owns: isPortalPath,
    close: () => visits.close(),
    prepare: (exchange) => answers.describeProblems(exchange, undefined),
    respond: async (exchange, path) => {
      const found = findPortalRoute(exchange.req.method, path);
      if (found) await respondTo(exchange, found.route, found.params);
      else await refuseUnknown(exchange, path);
    },
  };

  async function refuseUnknown(exchange: Exchange, path: string): Promise<void> {
    const site = siteOf(exchange.req, options);
    if (site.security !== 'open') {
      const visit = visits.visitOf(exchange, site, NO_PARAMS);
      const isSandbox = path.startsWith(`${SANDBOX}/`);
      const call = await latest(db, () => visits.callOf(exchange, visit, isSandbox));
      answers.describeProblems(exchange, call);
    }
    if (await discardBody(exchange)) exchange.refuse(NOT_FOUND);
  }

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
      return answers.page(exchange, gate(openNetworkScreen(options.publicUrl), 'plain'), 403);
    }
    const isChange = route.kind === 'action' || route.kind === 'open action';
    if (isChange && !isFromPortal(exchange.req, site)) return exchange.refuse(FROM_ELSEWHERE);
    // What the service still has open is not the data any more. Each read checks whether the file is back.
    if (readiness.isFileReplaced) await readiness.check();
    if (route.kind === 'wall') return showWall(exchange, site, params.secret);
    const visit = visits.visitOf(exchange, site, params);
    const isSandbox = 'isSandbox' in route && route.isSandbox;
    const call = await latest(db, () => visits.callOf(exchange, visit, isSandbox));
    if (call) answers.describeProblems(exchange, call);
    if (call && isSandbox && !call.company.isSandbox) return exchange.refuse(NO_SANDBOX);
    if (route.kind === 'open page') {
      const shown = await db.complete(() => route.page.show(call ?? visit));
      return answers.answer(exchange, shown, 200);
    }
    if (route.kind === 'open action') {
      return submitOpen(exchange, { visit, call, action: route.action, form });
    }
    if (!call) {
      const isLost =
        isChange && visit.hadSession && !('action' in route && route.action === signOut);
      const next = isChange ? (isLost ? '?unsaved' : '') : nextOf(exchange.req.url ?? '');
      return answers.redirect(exchange, { to: `${ROOT}/sign-in${next}` });
    }
    if (!route.page.roles.includes(call.session.role)) return exchange.refuse(FORBIDDEN);
    if (route.kind === 'page') return showPage(exchange, call, route.page);
    return submit(exchange, call, route, form);
  }

  async function submitOpen(
    exchange: Exchange,
    it: { visit: Visit; call: Call | undefined; action: OpenAction; form: URLSearchParams },
  ): Promise<void> {
    const { visit, action, form } = it;
    const outcome = await attempt(form, () => visit.run(() => action.submit(visit, form)));
    if ('to' in outcome) return answers.redirect(exchange, outcome, it.call);
    const refused = { ...visit, refusal: { ...outcome.refusal, action: action.path } };
    const shown = await latest(db, () => action.page.show(refused));
    answers.answer(exchange, shown, outcome.status);
  }

  async function showPage(exchange: Exchange, call: Call, page: Page): Promise<void> {
    if (page.needsPassword && !isConfirmed(call.session, call.now)) {
      const to = `${ROOT}/confirm${nextOf(exchange.req.url ?? '')}`;
      return answers.redirect(exchange, { to });
    }
    // Before the file is made.
    const release = page.type === undefined ? () => {} : downloads.take(call.session.companyId);
    if (typeof release === 'string') return exchange.refuse(TOO_MANY_DOWNLOADS);
    try {
      await exchange.giveWay();
      const shown = await db.complete(() => page.show(call));
      if ('chunks' in shown) return await sendFile(exchange, shown, page.type ?? '');
      await exchange.giveWay();
      answers.answer(exchange, shown, 200, { call, page });
    } finally {
      release();
    }
  }

  async function submit(
    exchange: Exchange,
    call: Call,
    { page, action }: Extract<Route, { kind: 'action' }>,
    form: URLSearchParams,
  ): Promise<void> {
    if (!action.roles.includes(call.session.role)) return exchange.refuse(FORBIDDEN);
    if (action.needsPassword && !isConfirmed(call.session, call.now)) {
      const asked = await askPassword(exchange, call, action, form);
      if (asked) return answers.answer(exchange, asked.screen, asked.status, { call, page });
    }
    const outcome = await attempt(form, async () => {
      if ('takesFile' in action) {
        const file = await takeFile(exchange, call);
        return call.run(() => action.submit(call, file));
      }
      const sent = { path: exchange.req.url ?? '', form };
      return repeats.submit(call, sent, () => call.run(() => action.submit(call, form)));
    });
    if ('to' in outcome) return answers.redirect(exchange, outcome, call);
    const refused = { ...call, refusal: { ...outcome.refusal, action: action.path } };
    const shown = await latest(db, () => page.show(refused));
    if (!('chunks' in shown)) answers.answer(exchange, shown, outcome.status, { call, page });
  }
}

/** Where to go after the sign-in, as a query. */
const nextOf = (url: string): string =>
  url === ROOT || url === `${ROOT}/` || url.length > 2_000
    ? ''
    : `?next=${encodeURIComponent(url)}`;
