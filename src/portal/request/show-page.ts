import { failure } from '../../domain/errors.ts';
import { isConfirmed } from '../../service/portal/sessions.ts';
import type { Page } from '../pages/page.ts';
import type { Call } from './call.ts';
import type { PortalContext } from './context.ts';
import { sendFile } from './downloads.ts';
import type { PortalExchange } from './exchange.ts';
import { ROOT, returnQuery } from './paths.ts';

/** Shows a page of a session whose role includes it, or sends its file. */
export async function showPage(
  { answers, downloads }: PortalContext,
  exchange: PortalExchange,
  call: Call,
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
    answers.answer(exchange, call.t, shown, 200, { call, page });
  } finally {
    release();
  }
}
