import { html } from '../../http/html.ts';
import type { Page } from '../page.ts';
import { EDITORS } from '../roles.ts';

/** The settings in force. They are changed where the service is started. */
export const settingsPage: Page = {
  path: '/settings',
  roles: EDITORS,
  isOfCompany: false,
  show: ({ host }) => ({
    title: 'Settings',
    body: html`<div class="head"><div><h1>Settings</h1><p class="lead">What the service was started with. To change one, set its flag or environment variable and restart the service.</p></div></div>
<section class="panel"><table aria-label="Settings"><thead><tr><th scope="col">Setting</th><th scope="col">Value</th><th scope="col" class="opt">From</th></tr></thead><tbody>
${host.settings.map(
  ({
    setting,
    value,
    source,
    help,
  }) => html`<tr><td><span class="strong mono">${setting}</span><span class="sub">${help}</span></td><td>${value === '' ? html`<span class="muted">none</span>` : html`<code>${value}</code>`}</td><td class="opt${source === 'default' ? ' muted' : ''}"><code>${source}</code></td></tr>
`,
)}</tbody></table></section>`,
  }),
};
