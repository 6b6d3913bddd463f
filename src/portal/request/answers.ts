import { underBase } from '../../http/base-path.ts';
import type { Messages } from '../languages/en.ts';
import { errorScreen } from '../pages/error.ts';
import type { Page } from '../pages/page.ts';
import { NAVIGATION } from '../routes.ts';
import {
  BROWSER_COOKIE,
  FLOW_COOKIE,
  readCookie,
  SESSION_COOKIE,
  setCookie,
} from '../sign-in/cookie.ts';
import { framed, gate } from '../view/layout.ts';
import { note } from '../view/note.ts';
import type { Call } from './call.ts';
import { DoneMessages } from './done-messages.ts';
import type { PortalExchange } from './exchange.ts';
import { pageHeaders } from './headers.ts';
import type { Outcome, Screen } from './outcome.ts';

/** Responds with pages, redirects, and errors as pages. */
export class Answers {
  readonly #done = new DoneMessages();

  /** @param of the page of somebody who is signed in, which has the navigation around it */
  answer(
    exchange: PortalExchange,
    t: Messages,
    result: Screen | Outcome,
    status: number,
    of?: { call: Call; page: Page },
  ): void {
    if ('to' in result) {
      this.redirect(exchange, result, of?.call);
      return;
    }
    const body = of ? this.#framed(exchange, of.call, result, of.page) : gate(t, result);
    const { refreshAfter } = result;
    const refresh = refreshAfter === undefined ? [] : ['Refresh', String(refreshAfter)];
    this.page(exchange, body, status, refresh);
  }

  page(
    exchange: PortalExchange,
    body: string,
    status: number,
    headers: readonly string[] = [],
  ): void {
    exchange.respond(status, body, [...pageHeaders(exchange.request.site), ...headers]);
  }

  /** @param call whose next page shows what was done */
  redirect(
    exchange: PortalExchange,
    { to, done, session, flow, mark }: Outcome,
    call?: Call,
  ): void {
    const { site } = exchange.request;
    let target = to;
    if (done && call) {
      const token = session ?? readCookie(exchange.request, SESSION_COOKIE) ?? '';
      target += `${to.includes('?') ? '&' : '?'}done=${this.#done.keep(token, done)}`;
    }
    const cookies = [
      ...(session === undefined ? [] : [setCookie(site, SESSION_COOKIE, session)]),
      ...(flow === undefined ? [] : [setCookie(site, FLOW_COOKIE, flow)]),
      ...(mark === undefined ? [] : [setCookie(site, BROWSER_COOKIE, mark)]),
    ].flatMap((cookie) => ['Set-Cookie', cookie]);
    exchange.respond(303, '', [
      ...pageHeaders(site),
      'Location',
      underBase(site.basePath, target),
      ...cookies,
    ]);
  }

  /** Puts the navigation of somebody who is signed in around errors of this exchange. */
  describeProblems(exchange: PortalExchange, call: Call): void {
    const { requestId, site } = exchange.request;
    exchange.describeProblem = (problem) => ({
      body: this.#framed(
        exchange,
        call,
        errorScreen(call.t, problem, { requestId, isSignedIn: true }),
      ),
      headers: pageHeaders(site),
    });
  }

  #framed({ request }: PortalExchange, call: Call, screen: Screen, page?: Page): string {
    const token = readCookie(request, SESSION_COOKIE) ?? '';
    const done = this.#done.take(token, call.query.get('done') ?? '');
    return framed(call, screen, {
      navigation: NAVIGATION,
      current: screen.current ?? page?.path ?? '',
      waiting: call.waiting,
      done: done && note('ok', done),
    });
  }
}
