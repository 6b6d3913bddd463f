import { type Html, html } from '../../http/html.ts';
import type { Call } from '../page.ts';
import { mayEdit } from '../roles.ts';
import { icon } from './icons.ts';

/** What stands where people would be, and how they come in. */
export const noPeople = ({ session, href }: Call): Html =>
  html`<section class="panel empty">${icon('people', 40)}<h2>No people yet</h2>
<p>Upload the CSV file that your HR system exports. You see every change before it is made.</p>
${importWays(session.role, href('/roster'))}</section>`;

/** Brings a roster in: in the portal, or by a command. */
export const importWays = (role: Call['session']['role'], path: string): Html =>
  html`<div class="row">${mayEdit(role) ? html`<a class="btn pri" href="${path}">${icon('upload')}Upload roster</a><span class="small muted">or</span>` : ''}<code class="command" tabindex="0">engaged import people.csv</code></div>`;
