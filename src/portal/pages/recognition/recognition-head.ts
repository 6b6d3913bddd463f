import { type Html, html } from '../../../http/response/html.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { tabs } from '../../view/table.ts';

/** Where owners and admins look after thanks. */
export const RECOGNITION = '/recognition';

const PARTS = {
  reports: RECOGNITION,
  'fair-play': `${RECOGNITION}/fair-play`,
  values: `${RECOGNITION}/values`,
  settings: `${RECOGNITION}/settings`,
} as const satisfies Record<keyof Messages['recognition']['parts'], string>;

type Part = keyof typeof PARTS;

/** What stands above a part of it: the way to the others. */
export const recognitionHead = (call: Call, current: Part, lead: string | Html): Html => {
  const { recognition } = call.t;
  const parts = Object.entries(PARTS) as [Part, string][];
  const links = parts.map(([part, path]) => ({
    ...{ href: call.href(path), label: recognition.parts[part], isCurrent: part === current },
  }));
  return html`${pageHead({ title: recognition.titles[current], lead })}
<div class="filters">${tabs(recognition.title, links)}</div>`;
};
