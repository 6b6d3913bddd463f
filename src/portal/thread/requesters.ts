import { LRUCache } from 'lru-cache';
import { findWall } from '../../service/boards/walls.ts';
import { findSession, hashSecret } from '../../service/portal/sessions.ts';
import type { Database } from '../../store/database.ts';
import { WALL } from '../request/paths.ts';
import { readCookie, SESSION_COOKIE } from '../sign-in/cookie.ts';
import type { PortalRequest } from './messages.ts';
import type { Whose } from './turns.ts';

/** Sessions and walls that are remembered: some 2 MB. */
const MAX_KNOWN = 10_000;

/** Knows whose requests are, in time for their turn; it opens nothing to anybody. */
export class Requesters {
  readonly #db: Database;
  readonly #known = new LRUCache<string, Whose>({ maxSize: MAX_KNOWN, sizeCalculation: () => 1 });

  constructor(db: Database) {
    this.#db = db;
  }

  /** Those without a session or a wall are one company, in which addresses take turns. */
  of(request: PortalRequest): Whose {
    const { path, client, now } = request;
    const isWall = path.startsWith(`${WALL}/`);
    const secret = isWall ? path.slice(WALL.length + 1) : readCookie(request, SESSION_COOKIE);
    return (secret && this.#find(secret, isWall, now)) || ['nobody', client];
  }

  #find(secret: string, isWall: boolean, now: number): Whose | undefined {
    const key = Buffer.from(hashSecret(secret)).toString('base64');
    const known = this.#known.get(key);
    if (known) return known;
    // It may be newer than the snapshot of this turn.
    this.#db.endSnapshot();
    const found = isWall ? this.#findWall(secret) : this.#findSession(secret, now);
    if (found) this.#known.set(key, found);
    return found;
  }

  #findWall(secret: string): Whose | undefined {
    const wall = findWall(this.#db, secret);
    return wall && [String(wall.companyId), 'walls'];
  }

  #findSession(token: string, now: number): Whose | undefined {
    const session = findSession(this.#db, token, now);
    return session && [String(session.companyId), session.id];
  }
}
