import type { TrustedProxies } from '../../http/client-address.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NAVIGATION } from '../navigation.ts';
import type { Call, Outcome, Page, Screen } from '../page.ts';
import { errorScreen } from '../pages/error.ts';
import { note } from '../parts/form.ts';
import { framed, gate } from '../parts/layout.ts';
import { FLOW_COOKIE, readCookie, SESSION_COOKIE, setCookie } from '../sign-in/cookie.ts';
import { siteOf } from '../site.ts';
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
    else
      this.page(
        exchange,
        of ? this.#framed(exchange, of.call, result, of.page) : gate(result),
        status,
      );
  }

  page(exchange: Exchange, body: string, status: number): void {
    // A long text that is no ASCII would be converted twice: to count its bytes, and to send them.
    exchange.respond(status, Buffer.from(body), this.#headers(exchange));
  }

  /** @param call whose next page shows what was done */
  redirect(exchange: Exchange, { to, done, session, flow }: Outcome, call?: Call): void {
    const site = siteOf(exchange.req, this.#options);
    let target = to;
    if (done && call) {
      const token = session ?? readCookie(exchange.req, site, SESSION_COOKIE) ?? '';
      target += `${to.includes('?') ? '&' : '?'}done=${this.#done.keep(token, done)}`;
    }
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
      const body = call ? this.#framed(exchange, call, screen) : gate(screen, 'plain');
      return { body, headers: this.#headers(exchange) };
    };
  }

  #framed({ req }: Exchange, call: Call, screen: Screen, page?: Page): string {
    const token = readCookie(req, call.site, SESSION_COOKIE) ?? '';
    const done = this.#done.take(token, call.query.get('done') ?? '');
    return framed(call, screen, {
      navigation: NAVIGATION,
      current: screen.current ?? page?.path ?? '',
      waiting: call.waiting,
      done: done && note('ok', done),
    });
  }

  #headers({ req }: Exchange): readonly string[] {
    return pageHeaders(siteOf(req, this.#options));
  }
}
