import { type Html, html } from '../../http/response/html.ts';
import type { Call } from '../page.ts';
import { mayEdit } from '../roles.ts';
import { icon } from './icons.ts';

/** What stands where active people would be: how people come in, or where those are who were deactivated. */
export async function nobodyActive(call: Call): Promise<Html> {
  const { services, company, href } = call;
  const anybody = await services.ranker.search({
    ...{
      companyId: company.companyId,
      search: '',
      departments: null,
      state: null,
      withRole: false,
    },
    ...{ before: Number.MAX_SAFE_INTEGER, count: 1 },
  });
  if (anybody.length === 0) return noPeople(call);
  return html`<section class="panel empty">${icon('people', 40)}<h2>Nobody is active</h2><p>Everybody on record is deactivated. A roster that lists them brings them back, except those whom somebody deactivated by hand.</p>
<div class="row"><a class="btn" href="${href('/people?state=deactivated')}">See the deactivated people</a></div></section>`;
}

const noPeople = ({ session, href }: Call): Html =>
  html`<section class="panel empty">${icon('people', 40)}<h2>No people yet</h2>
<p>Upload the CSV file that your HR system exports. You see every change before it is made.</p>
${importWays(session.role, href('/roster'))}</section>`;

/** Brings a roster in: in the portal, or by a command. */
export const importWays = (role: Call['session']['role'], path: string): Html =>
  html`<div class="row">${mayEdit(role) ? html`<a class="btn pri" href="${path}">${icon('upload')}Upload roster</a><span class="small muted">or</span>` : ''}<code class="command" tabindex="0">engaged import people.csv</code></div>`;
