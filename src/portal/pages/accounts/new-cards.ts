import { DAY_MS } from '../../../domain/duration.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { type Card, MAX_CARDS } from '../../../service/portal/cards.ts';
import { CARD_DAYS } from '../../../service/portal/sessions.ts';
import type { Call } from '../../request/call.ts';
import { cardSheets } from '../../view/card-sheets.ts';

/** Cards that were just made, to be printed. @param next where the page leads from there */
export function newCards(call: Call, made: readonly Card[], next: string): Html {
  const { t, site, company, now } = call;
  const { cards } = t;
  if (made.length === 0) return html`${cards.nobody}`;
  const until = now + CARD_DAYS * DAY_MS;
  const more = made.length === MAX_CARDS ? html`<p class="small">${cards.goOn}</p>` : '';
  const about = { company: company.name, address: site.address, until };
  return html`<div class="secret"><b>${cards.made({ count: made.length, until: t.format.day(until) })}</b><p class="small">${cards.printNow}</p>${more}
<p class="row field"><button class="btn pri" type="button" data-print hidden>${cards.printThis}</button><a class="btn" href="${next}">${cards.haveThem}</a></p></div>
<div class="sheets" tabindex="0" role="region" aria-label="${cards.title}">${cardSheets(t, made, about)}</div>`;
}
