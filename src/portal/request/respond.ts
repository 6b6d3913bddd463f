import { failure } from '../../domain/errors.ts';
import type { Slots } from '../../http/admission/slots.ts';
import { underBase } from '../../http/base-path.ts';
import type { Problem } from '../../http/response/problems.ts';
import { isConfirmed } from '../../service/portal/sessions.ts';
import type { Messages } from '../languages/en.ts';
import { errorScreen } from '../pages/error.ts';
import type { Page } from '../pages/page.ts';
import { NAVIGATION } from '../routes.ts';
import {
  BROWSER_COOKIE,
  FLOW_COOKIE,
  LANGUAGE_COOKIE,
  readCookie,
  SESSION_COOKIE,
  setCookie,
} from '../sign-in/cookie.ts';
import type { PortalServices } from '../thread/services.ts';
import { framed, gate } from '../view/layout.ts';
import { note } from '../view/note.ts';
import type { Call } from './call.ts';
import type { PortalExchange } from './exchange.ts';
import { DoneMessages, type Repeats } from './form-results.ts';
import { pageHeaders } from './headers.ts';
import type { Download, Outcome, Screen } from './outcome.ts';
import { ROOT, returnQuery } from './paths.ts';

/** What the pages and actions of the portal have in common. */
export type PortalContext = {
  services: PortalServices;
  answers: Answers;
  downloads: Slots;
  repeats: Repeats;
};

/** Responds with pages, redirects, and errors as pages. */
export class Answers {
  readonly #done = new DoneMessages();

  /** @param of the page of somebody who is signed in, which has the navigation around it */
  answer(
    exchange: PortalExchange,
    t: Messages,
    result: Screen | Outcome,
    { status, retryAfter }: Pick<Problem, 'status' | 'retryAfter'>,
    of?: { call: Call; page: Page },
  ): void {
    if ('to' in result) {
      this.redirect(exchange, result, of?.call);
      return;
    }
    const body = of ? this.#framed(exchange, of.call, result, of.page) : gate(t, result);
    const { refreshAfter } = result;
    this.page(exchange, body, status, [
      ...secondsIn('Refresh', refreshAfter),
      ...secondsIn('Retry-After', retryAfter),
    ]);
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
    { to, done, session, flow, mark, language }: Outcome,
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
      ...(language === undefined ? [] : [setCookie(site, LANGUAGE_COOKIE, language)]),
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

const secondsIn = (header: string, seconds: number | undefined): string[] =>
  seconds === undefined ? [] : [header, String(seconds)];

/** Shows a page of a session whose role includes it, or sends its file. */
export async function showPage(
  { answers, downloads }: PortalContext,
  exchange: PortalExchange,
  call: Call<string>,
  page: Page,
): Promise<void> {
  const { path } = exchange.request;
  if (page.isRecorded && call.isFromElsewhere) {
    return answers.redirect(exchange, { to: path.slice(0, path.lastIndexOf('/')) });
  }
  if (page.needsPassword && !isConfirmed(call.session, call.now)) {
    const to = `${ROOT}/confirm${returnQuery(exchange.request.url)}`;
    return answers.redirect(exchange, { to });
  }
  // Before the file is made.
  const release = page.type === undefined ? () => {} : downloads.take(call.session.companyId);
  if (typeof release === 'string') throw failure('downloads_waiting');
  try {
    const shown = await page.show(call);
    if ('chunks' in shown) return await sendFile(exchange, shown, page.type ?? '');
    answers.answer(exchange, call.t, shown, { status: 200 }, { call, page });
  } finally {
    release();
  }
}

/** Files that are made at the same time: each keeps the ranker thread busy, and a slow reader stays for long. */
export const MAX_DOWNLOADS = { total: 16, perCompany: 3 };

/** Sends a file. */
async function sendFile(
  exchange: PortalExchange,
  { file, chunks, bytes, end }: Download,
  type: string,
): Promise<void> {
  try {
    const disposition = `attachment; filename="${file}"`;
    const length = bytes === undefined ? [] : ['Content-Length', String(bytes)];
    const headers = ['Content-Type', type, 'Content-Disposition', disposition, ...length];
    await exchange.stream(chunks, headers);
  } finally {
    await end?.();
  }
}
