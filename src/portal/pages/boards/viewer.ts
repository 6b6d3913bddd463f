import type { Viewer } from '../../../domain/board/shown.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { privacyOf } from '../../../service/company/privacy.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { explained } from '../../view/panel.ts';

/** Whoever is signed in, before a board of the page's company. @param rankOf the rank that somebody has on it */
export function viewerOf(
  { services, company, session }: Call,
  rankOf: (number: number) => number | null | undefined,
): Viewer {
  const { ranking } = services.db.do(privacyOf(company.companyId));
  const number = company.isSandbox ? null : session.employeeNumber;
  return { ranking, number, rank: (number === null ? null : rankOf(number)) ?? null };
}

/** What of the ranking stands on the page, where that is not all of it. */
export const whatIsSeen = ({ boards }: Messages, { ranking }: Viewer): Html =>
  ranking === 'off' || ranking === 'neighbours'
    ? explained(ranking === 'off' ? boards.isOff : boards.neighboursOnly)
    : html``;
