import { defineHandler, H3, type H3Event } from 'h3';
import { failure } from '../domain/errors.ts';
import { UTC } from '../domain/time-zone.ts';
import { Slots } from '../http/admission/slots.ts';
import { hasEmptySegment, respondWith } from '../http/h3.ts';
import { NOT_FOUND } from '../http/response/problems.ts';
import { NO_PATH } from '../http/server/path.ts';
import { loadMessages } from './languages/catalogues.ts';
import { openNetworkScreen } from './pages/error.ts';
import { signOut } from './pages/sign-in/sign-out.ts';
import type { Visit } from './request/call.ts';
import type { PortalExchange } from './request/exchange.ts';
import { Repeats } from './request/form-results.ts';
import { ASSET_CACHING } from './request/headers.ts';
import { languageOfBrowser } from './request/language.ts';
import { ROOT, returnQuery, SANDBOX } from './request/paths.ts';
import { readForm } from './request/read-form.ts';
import { Answers, MAX_DOWNLOADS, type PortalContext, showPage } from './request/respond.ts';
import { isFromPortal } from './request/site.ts';
import { submit, submitOpen } from './request/submit.ts';
import { Visits } from './request/visits.ts';
import { ROUTES, type Route } from './routes.ts';
import type { PortalOptions } from './thread/services.ts';
import { gate } from './view/layout.ts';
import { createWalls } from './wall/serve-wall.ts';

type Params = Readonly<Record<string, string>>;

/** Responds to one request of the portal. Rejects with what a page or an action throws. */
export type RespondInPortal = (exchange: PortalExchange) => Promise<void>;

export function createPortal(options: PortalOptions): RespondInPortal {
  const { services } = options;
  const { readiness } = services;
  const visits = new Visits(options);
  const answers = new Answers();
  const context: PortalContext = {
    ...{ services, answers },
    ...{ downloads: new Slots(MAX_DOWNLOADS), repeats: new Repeats() },
  };
  const showWall = createWalls(services);

  const app = new H3();
  for (const { method, path, route } of ROUTES) {
    const handler = ({ context: { exchange, params = {} } }: H3Event) => {
      const asked = exchange as PortalExchange;
      asked.route = route.kind === 'asset' ? `${ROOT}/assets` : path;
      return respondTo(asked, route, params);
    };
    app.on(method, path, defineHandler(handler));
  }

  return async (exchange) => {
    const { method, path } = exchange.request;
    exchange.language = languageOfBrowser(exchange.request);
    exchange.t = await loadMessages(exchange.language ?? 'en', UTC);
    // People type the slash.
    const asked = path === `${ROOT}/` ? ROOT : path;
    // No secret and no id has U+0000, and PostgreSQL does not take it.
    const isUnknown = asked.includes('\0') || hasEmptySegment(asked);
    const responding = respondWith(
      app,
      { method, path: isUnknown ? NO_PATH : asked },
      { exchange },
    );
    await (typeof responding === 'symbol' ? refuseUnknown(exchange) : responding);
  };

  async function refuseUnknown(exchange: PortalExchange): Promise<void> {
    const { site, path } = exchange.request;
    if (site.security !== 'open') {
      const visit = await visits.visitOf(exchange, {});
      const isSandbox = path.startsWith(`${SANDBOX}/`);
      const call = await visits.callOf(exchange, visit, isSandbox);
      if (call) answers.describeProblems(exchange, call);
    }
    if (await exchange.discardBody()) exchange.refuse(NOT_FOUND);
  }

  async function respondTo(exchange: PortalExchange, route: Route, params: Params): Promise<void> {
    const form = await readForm(exchange, route, () => visits.hasSession(exchange));
    if (!form) return;
    if (route.kind === 'asset') {
      const { type, body } = route.asset;
      exchange.respond(200, body, ['Content-Type', type, ...ASSET_CACHING]);
      return;
    }
    const { site, headers, isFileReplaced } = exchange.request;
    if (site.security === 'open') {
      return answers.page(
        exchange,
        gate(exchange.t, openNetworkScreen(exchange.t, options.publicUrl), 'plain'),
        403,
      );
    }
    const isChange = route.kind === 'action' || route.kind === 'open action';
    const isFree = route.kind === 'open action' && route.action.isFromAnywhere;
    if (isChange && !isFree && !isFromPortal(headers, site)) throw failure('page_from_elsewhere');
    // What the service still has open is not the data any more. Each read checks whether the file is back.
    if (isFileReplaced) await readiness.check();
    const { secret = '' } = params;
    if (route.kind === 'wall') return showWall(exchange, secret);
    await respondToVisit(exchange, route, form, await visits.visitOf(exchange, params));
  }

  async function respondToVisit(
    exchange: PortalExchange,
    route: Exclude<Route, { kind: 'asset' | 'wall' }>,
    form: URLSearchParams,
    visit: Visit<string>,
  ): Promise<void> {
    const isSandbox = 'isSandbox' in route && route.isSandbox;
    const call = await visits.callOf(exchange, visit, isSandbox);
    if (call) answers.describeProblems(exchange, call);
    if (call && isSandbox && !call.company.isSandbox) throw failure('page_without_sandbox');
    if (route.kind === 'open page') {
      const shown = await route.page.show(call ?? visit);
      return answers.answer(exchange, visit.t, shown, { status: 200 });
    }
    if (route.kind === 'open action') {
      return submitOpen(context, exchange, { visit, call, action: route.action, form });
    }
    if (!call) return answers.redirect(exchange, { to: signInPath(exchange, route, visit) });
    const { roles, mayOpen = () => true } = route.page;
    if (!roles.includes(call.session.role) || !mayOpen(call)) throw failure('page_not_of_role');
    if (route.kind === 'page') return showPage(context, exchange, call, route.page);
    return submit(context, exchange, call, route, form);
  }
}

/** The sign-in page. It leads back to a page, and says of a change that it was lost with the session. */
function signInPath(
  { request }: PortalExchange,
  route: Extract<Route, { kind: 'page' | 'action' }>,
  visit: Visit<string>,
): string {
  const path = `${ROOT}/sign-in`;
  if (route.kind === 'page') return path + returnQuery(request.url);
  return visit.hadSession && route.action.path !== signOut.path ? `${path}?unsaved` : path;
}
