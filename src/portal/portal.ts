import { discardBody } from '../http/body.ts';
import type { TrustedProxies } from '../http/client-address.ts';
import type { Services } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Portal } from '../http/portal.ts';
import { NOT_FOUND } from '../http/problems.ts';
import { Slots } from '../http/slots.ts';
import type { Logger } from '../service/log.ts';
import { latest } from '../store/latest.ts';
import type { Host, Params, Visit } from './page.ts';
import { openNetworkScreen } from './pages/error.ts';
import { signOut } from './pages/sign-out.ts';
import { gate } from './parts/layout.ts';
import { Answers } from './request/answers.ts';
import type { PortalContext } from './request/context.ts';
import { MAX_DOWNLOADS } from './request/downloads.ts';
import { ASSET_CACHING } from './request/headers.ts';
import { isPortalPath, NO_PARAMS, ROOT, SANDBOX } from './request/paths.ts';
import { FORBIDDEN, FROM_ELSEWHERE, NO_SANDBOX } from './request/problems.ts';
import { readForm } from './request/read-form.ts';
import { Repeats } from './request/repeats.ts';
import type { Route } from './request/router.ts';
import { nextOf, showPage } from './request/show-page.ts';
import { submit, submitOpen } from './request/submit.ts';
import { Visits } from './request/visits.ts';
import type { OidcSettings } from './sign-in/oidc/settings.ts';
import { isFromPortal, siteOf } from './site.ts';
import { createWalls } from './wall/serve-wall.ts';

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
  const context: PortalContext = {
    ...{ services: options.services, answers },
    ...{ downloads: new Slots(MAX_DOWNLOADS), repeats: new Repeats() },
  };
  const showWall = createWalls(options.services);

  return {
    owns: isPortalPath,
    close: () => visits.close(),
    prepare: (exchange) => answers.describeProblems(exchange, undefined),
    respond: async (exchange, path) => {
      // With the first request: all the pages together would take a twentieth of a start.
      const { findPortalRoute } = await import('./request/router.ts');
      const found = findPortalRoute(exchange.req.method, path);
      if (!found) return refuseUnknown(exchange, path);
      exchange.route = found.label;
      return respondTo(exchange, found.route, found.params);
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
    await respondToVisit(exchange, route, form, visits.visitOf(exchange, site, params));
  }

  async function respondToVisit(
    exchange: Exchange,
    route: Exclude<Route, { kind: 'asset' | 'wall' }>,
    form: URLSearchParams,
    visit: Visit,
  ): Promise<void> {
    const isSandbox = 'isSandbox' in route && route.isSandbox;
    const call = await latest(db, () => visits.callOf(exchange, visit, isSandbox));
    if (call) answers.describeProblems(exchange, call);
    if (call && isSandbox && !call.company.isSandbox) return exchange.refuse(NO_SANDBOX);
    if (route.kind === 'open page') {
      const shown = await db.complete(() => route.page.show(call ?? visit));
      return answers.answer(exchange, shown, 200);
    }
    if (route.kind === 'open action') {
      return submitOpen(context, exchange, { visit, call, action: route.action, form });
    }
    if (!call) return answers.redirect(exchange, { to: signInPath(exchange, route, visit) });
    if (!route.page.roles.includes(call.session.role)) return exchange.refuse(FORBIDDEN);
    if (route.kind === 'page') return showPage(context, exchange, call, route.page);
    return submit(context, exchange, call, route, form);
  }
}

/** The sign-in page. It leads back to a page, and says of a change that it was lost with the session. */
function signInPath(
  { req }: Exchange,
  route: Extract<Route, { kind: 'page' | 'action' }>,
  visit: Visit,
): string {
  const path = `${ROOT}/sign-in`;
  if (route.kind === 'page') return path + nextOf(req.url ?? '');
  return visit.hadSession && route.action !== signOut ? `${path}?unsaved` : path;
}
