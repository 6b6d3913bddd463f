import { type Html, html } from '../../../http/response/html.ts';
import { programmeOf } from '../../../service/company/programme.ts';
import type { Call } from '../../request/call.ts';
import { part } from './part.ts';

/** What the programme is about, in the company's own words; nothing where it says nothing. */
export function aboutPart({ t, services, company }: Call): Html {
  const { about } = programmeOf(services.db, company.companyId);
  if (about === null) return html``;
  return part('about', t.settings.about, '', html`<p class="own-words">${about}</p>`);
}
