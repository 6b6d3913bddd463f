import { Html, html } from '../../http/response/html.ts';

/** Drawn in a square of 16, as lines of the text's colour. */
const PATHS = {
  alert: 'M8 2 14.5 13.5h-13zM8 6.5v3M8 11.4v.2',
  arrow: 'M2.5 8h11M9.5 4l4 4-4 4',
  badge: 'M8 10a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5.5 9.4 4.5 14 8 12.4 11.5 14l-1-4.6',
  bag: 'M3.5 5.5h9l.7 8H2.8zM5.5 7.5v-3a2.5 2.5 0 0 1 5 0v3',
  board: 'M2.5 13.5v-5h3v5zM6.5 13.5v-10h3v10zM10.5 13.5v-7h3v7zM1.5 13.5h13',
  building: 'M3 14V2.5h6.5V14M9.5 6.5H13V14M1.5 14h13M5.3 5.2h2M5.3 8h2M5.3 10.8h2',
  bulb: 'M5.5 11.5C4.2 10.4 3.5 9 3.5 7a4.5 4.5 0 0 1 9 0c0 2-.7 3.4-2 4.5zM6 14h4',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  chart: 'M4 13V8M8 13V3M12 13V6M2 13.5h12',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  download: 'M8 2.5V10M5 7l3 3 3-3M2.5 10v3.5h11V10',
  exit: 'M6 2.5H3v11h3M7 8h7M11 5l3 3-3 3',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  gift: 'M2.5 5.5h11v2.5h-11zM3.5 8v5.5h9V8M8 5.5v8M8 5.5S7.5 2 5.5 2C3.5 2 3.8 5.5 8 5.5zM8 5.5S8.5 2 10.5 2c2 0 1.7 3.5-2.5 3.5z',
  heart: 'M8 13.5S2 10 2 6a3 3 0 0 1 6-1 3 3 0 0 1 6 1c0 4-6 7.5-6 7.5z',
  home: 'M2.5 7.5 8 2.5l5.5 5V13.5h-4V9.5h-3v4h-4z',
  key: 'M5.5 13a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM7.3 8.7 13 3M10.5 5.5l2 2',
  keyboard: 'M1.5 4h13v8h-13zM4 6.7h.2M6.7 6.7h.2M9.3 6.7h.2M12 6.7h.2M4.5 9.5h7',
  lines: 'M2 4h12M2 8h9M2 12h6',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  mail: 'M2 3.5h12v9H2zM2.3 4l5.7 4.7L13.7 4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  medal: 'M8 14a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5.5 6.6 3 2h3l2 4 2-4h3l-2.5 4.6',
  people:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 13.5c0-3 2-4.5 4.5-4.5s4.5 1.5 4.5 4.5M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.4c1.5.6 2.5 2 2.5 4.1',
  person: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c0-3 2-4.5 5-4.5s5 1.5 5 4.5',
  plug: 'M5.5 2v3.5M10.5 2v3.5M3.5 5.5h9V8a4.5 4.5 0 0 1-9 0zM8 12.5V15',
  plus: 'M8 3v10M3 8h10',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.6 10.6 14 14',
  shield: 'M8 2 3 4v4c0 3 2 5 5 6 3-1 5-3 5-6V4zM6 8l1.5 1.5L10.5 6.5',
  sliders: 'M2 5h7M13 5h1M9 3v4M2 11h2M8 11h6M6 9v4',
  smile:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM5.5 9.3c.6 1 1.5 1.5 2.5 1.5s1.9-.5 2.5-1.5M6 6.3v.2M10 6.3v.2',
  star: 'm8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z',
  sync: 'M13.5 6.5A6 6 0 0 0 3 5M2.5 2v3.5H6M2.5 9.5A6 6 0 0 0 13 11M13.5 14v-3.5H10',
  thumb:
    'M2.5 7.5h2.7v6H2.5zM5.2 7.5 7.5 2c1.2 0 1.9.8 1.7 2.1l-.3 2.4h3.6c.8 0 1.2.6 1 1.4l-1.1 4.5c-.2.7-.7 1.1-1.4 1.1H5.2',
  tree: 'M2.5 2.5h5v3h-5zM8.5 7.5h5v2.5h-5zM8.5 11.5h5v2h-5zM4.5 5.5v7h4M4.5 8.7h4',
  upload: 'M8 10V2.5M5 5.5l3-3 3 3M2.5 10v3.5h11V10',
  wall: 'M2 3h12v8H2zM6 13.5h4M8 11v2.5',
  x: 'm4 4 8 8M12 4l-8 8',
} as const;
export type Icon = keyof typeof PATHS;

/** An icon beside a text that says the same. */
export const icon = (name: Icon, size = 16): Html =>
  new Html(
    `<svg width="${size}" height="${size}" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="${size > 16 ? 0.8 : 1.4}" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`,
  );

/** The mark: an open ring that is an e. */
export const mark = (size = 24): Html =>
  new Html(
    `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="4" aria-hidden="true"><path d="M3 12.5h17.5A8.8 8.8 0 1 0 17.5 19"/></svg>`,
  );

/** The logo of a company beside its name. @param path undefined where it has none */
export const logo = (path: string | null): Html | undefined =>
  path === null ? undefined : html`<img class="logo" src="${path}" alt="">`;

/** A ring that is filled to a share, as a chip or as the picture of a page. The number beside it says the same. */
export function ring(share: number, { size, width }: { size: number; width: number }): Html {
  const radius = (size - width) / 2;
  const length = 2 * Math.PI * radius;
  const circle = (colour: string, extra = '') =>
    `<circle cx="${size / 2}" cy="${size / 2}" r="${radius}" fill="none" stroke="var(--${colour})" stroke-width="${width}"${extra}/>`;
  const filled = Math.max(0, Math.min(1, share)) * length;
  const arc = `${circle('accent', ` stroke-linecap="round" stroke-dasharray="${filled.toFixed(2)} ${length.toFixed(2)}" transform="rotate(-90 ${size / 2} ${size / 2})"`)}`;
  return new Html(
    `<svg width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" aria-hidden="true">${circle('track')}${filled > 0 ? arc : ''}</svg>`,
  );
}
