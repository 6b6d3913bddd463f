import { type Html, html } from '../../../http/response/html.ts';
import type { Call } from '../../request/call.ts';
import type { ShownSetting } from '../../thread/services.ts';
import { sub } from '../../view/cells.ts';
import { panel } from '../../view/panel.ts';
import { table } from '../../view/table.ts';

/** The settings in force. They are changed where the service is started. */
export function serviceSettings({ host, t: { health, serviceSettings: texts } }: Call): Html {
  const rows = table<ShownSetting>({
    ...{ label: health.settings, rows: host.settings },
    columns: [
      {
        head: health.setting,
        cell: ({ name, setting }) =>
          html`<span class="strong mono">${setting}</span>${sub(texts[name])}`,
      },
      {
        head: health.value,
        cell: ({ value }) =>
          value === ''
            ? html`<span class="muted">${health.noValue}</span>`
            : html`<code>${value}</code>`,
      },
      {
        ...{ head: health.from, shown: 'tablet' },
        cell: ({ source }) =>
          html`<code${source === 'default' ? html` class="muted"` : ''}>${source}</code>`,
      },
    ],
  });
  const { settings: title, settingsText: footer } = health;
  return panel({ id: 'settings', title, footer, isFull: true }, rows);
}
