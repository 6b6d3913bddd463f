import type { TrustedProxies } from '../../http/client-address.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NAVIGATION } from '../navigation.ts';
import type { Call, Outcome, Page, Screen } from '../page.ts';
import { errorScreen } from '../pages/error.ts';
import { note } from '../parts/form.ts';
import { framed, gate } from '../parts/layout.ts';
import { FLOW_COOKIE, SESSION_COOKIE, setCookie } from '../sign-in/cookie.ts';
import { siteOf } from '../site.ts';
import { waitingFor } from '../waiting.ts';
import { DoneMessages } from './done-messages.ts';
import { pageHeaders } from './headers.ts';

/** Responds with pages, redirects, and errors as pages. */
export class Answers {
  readonly #options: { publicUrl: URL | undefined; trustedProxies: TrustedProxies };
  readonly #done = new DoneMessages();

  constructor(options: { publicUrl: URL | undefined; trustedProxies: TrustedProxies }) {
    this.#options = options;
  }

  /** @param of the page of somebody who is signed in, which has the navigation around it */
  answer(
    exchange: Exchange,
    result: Screen | Outcome,
    status: number,
    of?: { call: Call; page: Page },
  ): void {
    if ('to' in result) this.redirect(exchange, result, of?.call);
    else this.page(exchange, of ? this.#framed(of.call, result, of.page) : gate(result), status);
  }

  page(exchange: Exchange, body: string, status: number): void {
    exchange.respond(status, body, this.#headers(exchange));
  }

  /** @param call whose next page shows what was done */
  redirect(exchange: Exchange, { to, done, session, flow }: Outcome, call?: Call): void {
    let target = to;
    if (done && call) {
      const id = this.#done.keep(call.session.id, done);
      target += `${to.includes('?') ? '&' : '?'}done=${id}`;
    }
    const site = siteOf(exchange.req, this.#options);
    const cookies = [
      ...(session === undefined ? [] : [setCookie(site, SESSION_COOKIE, session)]),
      ...(flow === undefined ? [] : [setCookie(site, FLOW_COOKIE, flow)]),
    ].flatMap((cookie) => ['Set-Cookie', cookie]);
    exchange.respond(303, '', [...pageHeaders(site), 'Location', target, ...cookies]);
  }

  /** Makes errors of this exchange pages, with the navigation for those who are signed in. */
  describeProblems(exchange: Exchange, call: Call | undefined): void {
    const facts = { requestId: exchange.requestId, isSignedIn: call !== undefined };
    exchange.describeProblem = (problem) => {
      const screen = errorScreen(problem, facts);
      const body = call ? this.#framed(call, screen) : gate(screen, 'plain');
      return { body, headers: this.#headers(exchange) };
    };
  }

  #framed(call: Call, screen: Screen, page?: Page): string {
    const done = this.#done.take(call.session.id, call.query.get('done') ?? '');
    return framed(call, screen, {
      navigation: NAVIGATION,
      current: screen.current ?? page?.path ?? '',
      waiting: waitingFor(call),
      done: done && note('ok', done),
    });
  }

  #headers({ req }: Exchange): readonly string[] {
    return pageHeaders(siteOf(req, this.#options));
  }
}
