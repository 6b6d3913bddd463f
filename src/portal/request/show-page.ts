import type { Exchange } from '../../http/exchange.ts';
import { isConfirmed } from '../../service/portal/sessions.ts';
import type { Call, Page } from '../page.ts';
import type { PortalContext } from './context.ts';
import { sendFile, TOO_MANY_DOWNLOADS } from './downloads.ts';
import { ROOT } from './paths.ts';

/** Shows a page of a session whose role includes it, or sends its file. */
export async function showPage(
  { services, answers, downloads }: PortalContext,
  exchange: Exchange,
  call: Call,
  page: Page,
): Promise<void> {
  if (page.needsPassword && !isConfirmed(call.session, call.now)) {
    const to = `${ROOT}/confirm${nextOf(exchange.req.url ?? '')}`;
    return answers.redirect(exchange, { to });
  }
  // Before the file is made.
  const release = page.type === undefined ? () => {} : downloads.take(call.session.companyId);
  if (typeof release === 'string') return exchange.refuse(TOO_MANY_DOWNLOADS);
  try {
    await exchange.giveWay();
    const shown = await services.db.complete(() => page.show(call));
    if ('chunks' in shown) return await sendFile(exchange, shown, page.type ?? '');
    await exchange.giveWay();
    answers.answer(exchange, shown, 200, { call, page });
  } finally {
    release();
  }
}

/** Where to go after the sign-in, as a query. */
export const nextOf = (url: string): string =>
  url === ROOT || url === `${ROOT}/` || url.length > 2_000
    ? ''
    : `?next=${encodeURIComponent(url)}`;
