import { failure } from '../../domain/errors.ts';
import { languageOf } from '../../domain/language.ts';
import { toProblem } from '../../http/response/problems.ts';
import { findWall } from '../../service/boards/walls.ts';
import { programmeOf } from '../../service/company/programme.ts';
import { loadMessages } from '../languages/catalogues.ts';
import type { PortalExchange } from '../request/exchange.ts';
import { wallHeaders } from '../request/headers.ts';
import type { PortalServices } from '../thread/services.ts';
import { gonePage, wallPage } from './wall.ts';
import { WallGuard } from './wall-guard.ts';

const TOO_MANY_WALLS = toProblem(failure('wall_guesses'));

/** Serves leaderboards for screens: whoever has the link sees one. */
export function createWalls(
  services: PortalServices,
): (exchange: PortalExchange, token: string) => Promise<void> {
  const guard = new WallGuard();
  return async (exchange, token) => {
    const { client, now, site } = exchange.request;
    const retryAfter = guard.retryAfter(client, token, now);
    if (retryAfter > 0) return exchange.refuse({ ...TOO_MANY_WALLS, retryAfter });
    const wall = findWall(services.db, token);
    if (wall) {
      guard.noteShown(client, token);
      const { language, time_zone: zone } = programmeOf(services.db, wall.companyId);
      const t = await loadMessages(languageOf(wall.language ?? '') ?? language, zone);
      const page = await wallPage(t, services, wall, now);
      exchange.respond(200, page, wallHeaders(site));
    } else {
      guard.noteUnknown(client, now);
      exchange.respond(404, gonePage(exchange.t), wallHeaders(site));
    }
  };
}
