import { html } from '../../../http/response/html.ts';
import type { Page, ShownSetting } from '../../page.ts';
import { EDITORS } from '../../roles.ts';
import { pageHead } from '../../view/page-head.ts';
import { table } from '../../view/table.ts';

/** The settings in force. They are changed where the service is started. */
export const settingsPage: Page = {
  path: '/settings',
  roles: EDITORS,
  isOfCompany: false,
  show: ({ host, t: { settings } }) => ({
    title: settings.title,
    body: html`${pageHead({ title: settings.title, lead: settings.lead })}
<section class="panel">${table<ShownSetting>({
      ...{ label: settings.title, rows: host.settings },
      columns: [
        {
          head: settings.setting,
          cell: ({ setting, help }) =>
            html`<span class="strong mono">${setting}</span><span class="sub">${help}</span>`,
        },
        {
          head: settings.value,
          cell: ({ value }) =>
            value === ''
              ? html`<span class="muted">${settings.none}</span>`
              : html`<code>${value}</code>`,
        },
        {
          ...{ head: settings.from, shown: 'tablet' },
          cell: ({ source }) =>
            html`<code${source === 'default' ? html` class="muted"` : ''}>${source}</code>`,
        },
      ],
    })}</section>`,
  }),
};
