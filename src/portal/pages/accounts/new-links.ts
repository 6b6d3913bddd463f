import { DAY_MS } from '../../../domain/duration.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { toCsvLine } from '../../../roster-file/write-csv.ts';
import { sendsMail } from '../../../service/mail/outbox.ts';
import { type Invitation, MAX_INVITED } from '../../../service/portal/invitations.ts';
import type { Call } from '../../request/call.ts';
import { linesOf } from '../../view/cells.ts';
import { explained } from '../../view/panel.ts';
import { personName } from '../../view/person.ts';
import { newSecret } from '../../view/secret.ts';

/** Says that links go out by mail, where they do. */
export const byMail = ({ t, services }: Call): Html[] =>
  sendsMail(services.db) ? [explained(t.invitations.byMail)] : [];

/**
 * Links that were just made. The page is the only one that has them, and so the file to download is in it.
 *
 * @param next where the page leads from there
 */
export function newLinks(
  call: Call,
  people: readonly Invitation[],
  { days, next }: { days: number; next: string },
): Html {
  const { t, site, now } = call;
  const { invitations } = t;
  const shown = people.filter(({ secret }) => secret !== null);
  const mailed = people.length - shown.length;
  const [first, ...others] = shown.map((one) => ({
    ...one,
    link: `${site.address}/portal/link/${one.secret}`,
  }));
  const byMail = mailed === 0 ? '' : html`<p>${invitations.mailed({ count: mailed })}</p>`;
  const more = people.length === MAX_INVITED ? html`<p class="small">${invitations.goOn}</p>` : '';
  if (!first) return mailed === 0 ? html`${invitations.nobodyInvited}` : html`${byMail}${more}`;
  const until = t.format.day(now + days * DAY_MS);
  if (others.length === 0) {
    return html`${byMail}${newSecret(
      t,
      invitations.linkFor({ person: personName(t, first), until }),
      {
        ...{ label: invitations.link, secret: first.link, next },
      },
    )}`;
  }
  const all = [first, ...others];
  const lines = [
    invitations.csvHead,
    ...all.map(({ name, email, department, link }) => [name ?? '', email, department ?? '', link]),
  ].map((cells) => toCsvLine(cells));
  const file = Buffer.from(`\uFEFF${lines.join('')}`).toString('base64');
  const rows = all.map(
    (one) =>
      html`<li><span class="strong">${personName(t, one)}</span><input class="input mono" readonly value="${one.link}" aria-label="${invitations.linkOf({ name: one.name ?? one.email })}"><button class="btn s" type="button" data-copy hidden>${invitations.copy}</button></li>
`,
  );
  return html`${byMail}<div class="secret"><b>${invitations.links({ count: all.length, until })}</b><p class="small">${invitations.shownOnce}</p>${more}
<p class="row field"><a class="btn pri" download="${invitations.fileName}.csv" href="data:text/csv;charset=utf-8;base64,${file}">${invitations.download}</a><a class="btn" href="${next}">${invitations.haveThem}</a></p>
<details><summary>${invitations.showLinks}</summary>${linesOf(rows)}</details></div>`;
}
