import { MINUTE_MS } from '../../domain/duration.ts';
import type { Period } from '../../domain/period.ts';
import { type Html, html } from '../../http/response/html.ts';
import type { ShownWallRow } from '../../store/boards/walls.ts';
import { FAVICON, PROGRAM, STYLESHEET } from '../assets/assets.ts';
import type { Messages } from '../languages/en.ts';
import type { PortalServices } from '../thread/services.ts';
import { mark } from '../view/icons.ts';
import { leaderboardParts } from './leaderboard-wall.ts';
import { thanksParts } from './thanks-wall.ts';
import { wallFrame } from './wall-parts.ts';

/** How often a browser without JavaScript loads the page again, in seconds. */
const REFRESH = 60;

/** The page of a wall. Screens that ask within a minute share it as long as nothing changes. */
export async function wallPage(
  t: Messages,
  services: PortalServices,
  wall: ShownWallRow,
  now: number,
): Promise<string> {
  const { companyId, id } = wall;
  const { revision, epoch } = await services.revisions.of(companyId);
  const board = await services.boards.ranking(companyId, wall.period as Period, now);
  const minute = Math.floor(now / MINUTE_MS);
  const key = { url: `wall ${t.language} ${t.format.zone} ${id} ${minute}`, revision, epoch };
  const partsOf = wall.shows === 'thanks' ? thanksParts : leaderboardParts;
  const make = async () => {
    const parts = partsOf(t, services, wall, board, now);
    return document(t, parts.title, wallFrame(t, services, wall, parts, now), true);
  };
  return services.responses.get(key, make, board);
}

/** The page of a link that leads nowhere, or nowhere any more. */
export const gonePage = (t: Messages): string =>
  document(
    t,
    t.walls.gone,
    html`<main class="wall gone"><div>${mark(48)}<h1>${t.walls.goneTitle}</h1><p class="muted">${t.walls.goneText}</p></div></main>`,
    false,
  );

function document({ language }: Messages, title: string, main: Html, isRefreshed: boolean): string {
  // With JavaScript the page replaces its contents: loading it again could end on an error page of the browser.
  const refresh = html`<noscript><meta http-equiv="refresh" content="${REFRESH}"></noscript>
`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isRefreshed ? refresh : ''}<title>${title}</title>
<link rel="icon" href="${FAVICON.path}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET.path}">
<script src="${PROGRAM.path}" defer></script>
</head>
<body class="on-wall">
${main}
</body>
</html>
`.text;
}
