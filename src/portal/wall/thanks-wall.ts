import type { Board } from '../../domain/board/board.ts';
import { monthOf } from '../../domain/period.ts';
import { type Html, html } from '../../http/response/html.ts';
import { kudosOnWalls } from '../../service/kudos/kudos-on-walls.ts';
import type { Kudos } from '../../service/kudos/kudos-posts.ts';
import { kudosSettings } from '../../service/kudos/kudos-settings.ts';
import { kudosByValue, kudosOfMonth } from '../../service/kudos/kudos-totals.ts';
import type { ShownWallRow } from '../../store/boards/walls.ts';
import type { Messages } from '../languages/en.ts';
import { arrow, namesOf } from '../pages/thanks/post.ts';
import type { PortalServices } from '../thread/services.ts';
import { isolated } from '../view/marks.ts';
import { personName } from '../view/person.ts';
import { type WallParts, wallRing } from './wall-parts.ts';

/** So many thanks fill a screen. */
const POSTS = 3;

/** So many values have room. */
const VALUES = 6;

/** The newest thanks that everybody may see, of people who are shown by name, beside what the month brought. */
export function thanksParts(
  t: Messages,
  { db }: PortalServices,
  { companyId, title }: ShownWallRow,
  board: Board,
  now: number,
): WallParts {
  const month = t.format.month(now, now);
  const isOn = kudosSettings(db, companyId).on;
  const { posts, givers } = kudosOfMonth(db, companyId, now);
  const values = kudosByValue(db, companyId, monthOf(now))
    .toSorted((a, b) => b.posts - a.posts)
    .slice(0, VALUES);
  const shown = isOn ? db.do(kudosOnWalls(companyId, POSTS)) : [];
  const { size } = board;
  return {
    title: title ?? t.walls.thanksIn({ month }),
    corner: t.format.longDay(now),
    sum: html`${title === null ? '' : html`<p class="muted">${t.walls.thanksIn({ month })}</p>`}
${wallRing(t, {
  ...{ share: size === 0 ? 0 : givers / size, value: posts },
  ...{ label: t.walls.thanks({ count: posts }), more: t.walls.fromPeople({ count: givers, size }) },
})}
<dl class="of-values">${values.map((one) => html`<div><dt>${isolated(one.name)}</dt><dd class="num">${t.format.number(one.posts)}</dd></div>`)}</dl>`,
    body:
      shown.length === 0
        ? html`<p class="none muted">${t.walls.noThanks}</p>`
        : html`<ul class="on-thanks">${shown.map((post) => onWall(t, post, now))}</ul>`,
    foot: t.walls.thanksShown,
    className: 'thanks',
  };
}

const onWall = (t: Messages, post: Kudos, now: number): Html =>
  html`<li><p class="who-thanks"><b>${personName(t, { name: post.from.name, email: null })}</b> ${arrow(t)} ${namesOf(t, post.to)}</p><p class="deed">${post.message ?? ''}</p><p class="muted">${isolated(post.value.name)} · ${t.format.shortDay(post.given_at, now)}</p></li>
`;
