import { type Html, html } from '../../http/response/html.ts';
import { logoOf } from '../../service/pictures/pictures.ts';
import type { ShownWallRow } from '../../store/boards/walls.ts';
import type { Messages } from '../languages/en.ts';
import type { PortalServices } from '../thread/services.ts';
import { logo, mark, ring } from '../view/icons.ts';
import { strong } from '../view/marks.ts';

/** A title or a number of more characters is written smaller. */
const LONG_TITLE = 24;
const LONG_NUMBER = 7;

/** What a wall of either kind shows. */
export type WallParts = {
  title: string;
  /** In the corner above it. */
  corner: string;
  /** Below the title, beside `body`. */
  sum: Html;
  body: Html;
  /** By which rules. */
  foot: string;
  className: string;
};

/** The content of a wall. */
export function wallFrame(
  t: Messages,
  { db }: PortalServices,
  wall: ShownWallRow,
  { title, corner, sum, body, foot, className }: WallParts,
  now: number,
): Html {
  return html`<main class="wall ${className}">${wall.isSandbox ? html`<p class="band">${t.walls.sandbox({ strong })}</p>` : ''}
<header><span class="brand">${logo(logoOf(db, wall.companyId)) ?? mark(32)}<bdi>${wall.companyName}</bdi></span><span class="muted">${corner}</span></header>
<section class="sum"><h1${title.length > LONG_TITLE ? html` class="long"` : ''}>${title}</h1>${sum}</section>
${body}
<footer class="muted"><span>${foot}</span><span class="stale" role="status" hidden>${t.walls.notUpdatedSince({ time: t.format.clock(now) })}</span><span class="num">${t.format.clock(now)}</span></footer></main>`;
}

/** A ring filled to a share, around a number and what it counts. */
export function wallRing(
  t: Messages,
  { share, value, label, more }: { share: number; value: number; label: string; more: string },
): Html {
  const amount = t.format.number(value);
  return html`<div class="level">${ring(share, { size: 160, width: 12 })}<p><b class="num${amount.length > LONG_NUMBER ? ' long' : ''}">${amount}</b><span class="muted">${label}</span><span class="muted num">${more}</span></p></div>`;
}
