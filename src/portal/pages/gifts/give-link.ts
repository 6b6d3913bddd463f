import { type Html, html } from '../../../http/response/html.ts';
import type { Call } from '../../request/call.ts';
import { mayEdit } from '../roles.ts';

/** Leads to giving something to many who are chosen already, as the address of that page names them. Nothing for those who may not. */
export const giveLink = (
  { t, href, session }: Call,
  people: Readonly<Record<string, string>>,
): Html | undefined =>
  mayEdit(session.role)
    ? html`<a class="btn" href="${href('/given/new')}?${new URLSearchParams(people).toString()}">${t.people.giveToThese}</a>`
    : undefined;
