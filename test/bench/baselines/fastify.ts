// The same API in a straightforward implementation: Fastify, better-sqlite3, JSON.stringify.
// `node fastify.ts PORT DATA_FILE`
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { levelOf, xpToNextLevel } from '../../../src/domain/level.ts';
import { monthsOf, PERIODS, type Period } from '../../../src/domain/period.ts';
import * as sql from './fastify-sql.ts';

type Key = {
  company_id: number;
  id: string;
  name: string;
  hint: string;
  scopes: string;
  requests_per_minute: number;
  created_at: number;
  expires_at: number | null;
  company: string;
  company_name: string;
};
type Person = {
  number: number;
  id: string;
  external_id: string | null;
  email: string;
  name: string | null;
  xp: number;
  coins: number;
  department_number: number | null;
  department_id: string | null;
  department_external_id: string | null;
  department_name: string | null;
};
type Ranked = { number: number; department: number | null; xp: number };
type Ranking = { madeAt: number; rows: Ranked[]; rankOf: Map<number, number> };
type Query = Partial<Record<'cursor' | 'limit' | 'limit_per_department' | 'period', string>>;
type Award = { awarded_at: number };
type Department = { number: number; archived_at: number | null } & Reference;
type Reference = { id: string; external_id: string | null; name: string };
type Item = { entry: number; created_at: number };

const [port, file = ''] = process.argv.slice(2);
const db = new Sqlite(file, { readonly: true });
db.pragma('cache_size = -16384');
const findKey = db.prepare<[Buffer], Key>(sql.findKey);
const findPerson = db.prepare<[number, string], Person>(sql.findPerson);
const findByNumbers = db.prepare<[string, number], Person>(sql.findByNumbers);
const listPeople = db.prepare<[number, number, number], Person>(sql.listPeople);
const countBadges = db.prepare<[number, number], { count: number }>(sql.countBadges);
const listBadges = db.prepare<[number, number, number, number], Award>(sql.listBadges);
const listDepartments = db.prepare<[number, number, number], Department>(sql.listDepartments);
const listAllDepartments = db.prepare<[number], Department>(sql.listAllDepartments);
const listItems = db.prepare<[number, number, number], Item>(sql.listItems);
const rankAllTime = db.prepare<[number], Ranked>(sql.rankAllTime);
const rankMonths = db.prepare<[number, number, number, number], Ranked>(sql.rankMonths);

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const invalid = (message: string) => new Refused(400, 'validation_failed', message);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const SECRET = randomBytes(32);

function seal(list: string, position: number): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', SECRET, nonce);
  cipher.setAAD(Buffer.from(list));
  const text = Buffer.concat([cipher.update(JSON.stringify([position])), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

function open(list: string, cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0;
  try {
    const bytes = Buffer.from(cursor, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', SECRET, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(list));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    return (JSON.parse(text.toString()) as [number])[0];
  } catch {
    throw invalid('Invalid cursor');
  }
}

function limitOf(query: Query, name: keyof Query = 'limit', fallback = 25, most = 100): number {
  const text = query[name];
  if (text === undefined) return fallback;
  if (!/^\d+$/.test(text) || Number(text) < 1) throw invalid(`${name} must be a number`);
  if (Number(text) > most) throw invalid(`${name} must not be greater than ${most}`);
  return Number(text);
}

function periodOf(query: Query): Period {
  const period = PERIODS.find((known) => known === (query.period ?? 'all_time'));
  if (!period) throw invalid('period is unknown');
  return period;
}

const uses = new Map<string, { resetAt: number; count: number }>();

/** Authenticates a request, counts it against the rate limit of the key, and sets the headers. */
function admit(request: FastifyRequest, reply: FastifyReply, scope: string | null): Key {
  const text = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const key = text && findKey.get(createHash('sha256').update(text).digest());
  const now = Date.now();
  if (!key || (key.expires_at !== null && key.expires_at <= now)) {
    reply.header('www-authenticate', 'Bearer realm="bench"');
    throw new Refused(401, 'unauthorized', 'Invalid API key');
  }
  let use = uses.get(key.id);
  if (!use || use.resetAt <= now) {
    use = { resetAt: now + 60_000, count: 0 };
    uses.set(key.id, use);
  }
  use.count++;
  reply.header('x-ratelimit-limit', key.requests_per_minute);
  reply.header('x-ratelimit-remaining', Math.max(0, key.requests_per_minute - use.count));
  reply.header('x-ratelimit-reset', Math.ceil(use.resetAt / 1000));
  if (use.count > key.requests_per_minute) {
    reply.header('retry-after', Math.max(1, Math.ceil((use.resetAt - now) / 1000)));
    throw new Refused(429, 'rate_limit_exceeded', 'Too many requests');
  }
  if (scope && !(JSON.parse(key.scopes) as string[]).includes(scope)) {
    throw new Refused(403, 'forbidden', `This API key lacks the required scope: ${scope}`);
  }
  return key;
}

function requirePerson(key: Key, request: FastifyRequest): Person {
  const { id } = request.params as { id: string };
  if (!UUID.test(id)) throw invalid('id: a uuid is expected');
  const person = findPerson.get(key.company_id, id.toLowerCase());
  if (!person) throw new Refused(404, 'not_found', 'Employee not found');
  return person;
}

const rankings = new Map<string, Ranking>();

/** A ranking at most 30 seconds old. */
function rankingOf(companyId: number, period: Period): Ranking {
  const name = `${companyId} ${period}`;
  const now = Date.now();
  const kept = rankings.get(name);
  if (kept && now - kept.madeAt < 30_000) return kept;
  const months = monthsOf(period, now);
  const rows = months
    ? rankMonths.all(companyId, months.first, months.last, companyId)
    : rankAllTime.all(companyId);
  const rankOf = new Map(rows.map(({ number }, i) => [number, i + 1]));
  const ranking = { madeAt: now, rows, rankOf };
  rankings.set(name, ranking);
  return ranking;
}

const departmentOf = (person: Person) =>
  person.department_id === null
    ? null
    : {
        id: person.department_id,
        external_id: person.department_external_id,
        name: person.department_name,
      };

/** Leaderboard rows for ranked people, looked up by one statement. */
function toRows(companyId: number, rankOf: Map<number, number>, ranked: readonly Ranked[]) {
  const people = findByNumbers.all(JSON.stringify(ranked.map(({ number }) => number)), companyId);
  return people.map((person, i) => ({
    rank: rankOf.get(person.number),
    employee_id: person.id,
    external_id: person.external_id,
    name: person.name,
    department: departmentOf(person),
    level: levelOf(person.xp),
    xp: ranked[i]?.xp,
  }));
}

const page = (data: unknown[], next: string | null) => ({
  data,
  pagination: { next_cursor: next },
});

/** One page of a list; a row more than the limit shows that there is a next page. */
function pageOf<T>(
  rows: T[],
  limit: number,
  list: string,
  positionOf: (row: T) => number,
  toItem: (row: T) => unknown,
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last ? seal(list, positionOf(last)) : null;
  return page(shown.map(toItem), next);
}

const iso = (time: unknown) => (time === null ? null : new Date(Number(time)).toISOString());

const app = Fastify({ logger: false, genReqId: () => randomUUID() });
app.addHook('onRequest', async (request, reply) => {
  reply.header('x-request-id', request.id);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
});
app.setErrorHandler((error, request, reply) => {
  const known = error instanceof Refused ? error : new Refused(500, 'internal_error', 'Failed');
  const { status, code, message } = known;
  reply.code(status);
  return { error: { code, message, request_id: request.id } };
});
// JSON.stringify serialises the objects, not a compiled schema.
app.setReplySerializer((payload) => JSON.stringify(payload));

app.get('/healthz', async () => ({ status: 'ok' }));

app.get('/v1/status', async (request, reply) => {
  const key = admit(request, reply, null);
  return {
    status: 'ok',
    mode: 'live',
    company: { id: key.company, name: key.company_name },
    key: {
      id: key.id,
      name: key.name,
      hint: key.hint,
      scopes: JSON.parse(key.scopes),
      created_at: iso(key.created_at),
      expires_at: iso(key.expires_at),
    },
    limits: { requests_per_minute: key.requests_per_minute, syncs_per_hour: 30 },
    api_version: '1.0',
    server_time: new Date().toISOString(),
  };
});

const toEmployee = (person: Person) => ({
  employee_id: person.id,
  external_id: person.external_id,
  name: person.name,
  email: person.email,
  department: departmentOf(person),
});

app.get('/v1/employees', async (request, reply) => {
  const key = admit(request, reply, 'employees:read');
  const query = request.query as Query;
  const limit = limitOf(query);
  const list = `employees ${key.company_id}`;
  const after = open(list, query.cursor);
  const rows = listPeople.all(key.company_id, after, limit + 1);
  return pageOf(rows, limit, list, ({ number }) => number, toEmployee);
});

app.get('/v1/employees/:id', async (request, reply) => {
  const key = admit(request, reply, 'employees:read');
  return toEmployee(requirePerson(key, request));
});

app.get('/v1/employees/:id/stats', async (request, reply) => {
  const key = admit(request, reply, 'employees:read');
  const person = requirePerson(key, request);
  const { rows, rankOf } = rankingOf(key.company_id, 'all_time');
  const rank = rankOf.get(person.number) ?? 0;
  return {
    level: levelOf(person.xp),
    xp: person.xp,
    xp_to_next_level: xpToNextLevel(person.xp),
    coins: person.coins,
    company_rank: rank,
    department_rank:
      person.department_number === null ? null : (departmentRanks(rows).get(person.number) ?? null),
    badges_count: countBadges.get(key.company_id, person.number)?.count ?? 0,
  };
});

const ranksWithin = new WeakMap<Ranked[], Map<number, number>>();

function departmentRanks(rows: Ranked[]): Map<number, number> {
  let ranks = ranksWithin.get(rows);
  if (!ranks) {
    ranks = new Map();
    const counts = new Map<number | null, number>();
    for (const { number, department } of rows) {
      const rank = (counts.get(department) ?? 0) + 1;
      counts.set(department, rank);
      ranks.set(number, rank);
    }
    ranksWithin.set(rows, ranks);
  }
  return ranks;
}

app.get('/v1/employees/:id/badges', async (request, reply) => {
  const key = admit(request, reply, 'employees:read');
  const person = requirePerson(key, request);
  const query = request.query as Query;
  const limit = limitOf(query);
  const list = `badges ${key.company_id} ${person.number}`;
  const before = open(list, query.cursor) || Number.MAX_SAFE_INTEGER;
  const rows = listBadges.all(key.company_id, person.number, before, limit + 1);
  return pageOf(
    rows,
    limit,
    list,
    (row) => row.awarded_at,
    (row) => ({ ...row, awarded_at: iso(row.awarded_at) }),
  );
});

app.get('/v1/leaderboard', async (request, reply) => {
  const key = admit(request, reply, 'leaderboard:read');
  const query = request.query as Query;
  const limit = limitOf(query);
  const period = periodOf(query);
  const list = `leaderboard ${key.company_id} ${period}`;
  const offset = open(list, query.cursor);
  const { rows, rankOf } = rankingOf(key.company_id, period);
  const data = toRows(key.company_id, rankOf, rows.slice(offset, offset + limit));
  return page(data, offset + limit < rows.length ? seal(list, offset + limit) : null);
});

app.get('/v1/leaderboard/by-department', async (request, reply) => {
  const key = admit(request, reply, 'leaderboard:read');
  const query = request.query as Query;
  const limit = limitOf(query, 'limit_per_department', 5, 25);
  const ranking = rankingOf(key.company_id, periodOf(query));
  const groups = groupsOf(ranking.rows);
  const toGroup = (department: Reference | null, number: number | null) => {
    const members = groups.get(number) ?? [];
    return {
      department,
      department_total_xp: members.reduce((sum, { xp }) => sum + xp, 0),
      member_count: members.length,
      leaders: toRows(key.company_id, ranking.rankOf, members.slice(0, limit)),
    };
  };
  const data = listAllDepartments
    .all(key.company_id)
    .filter(({ archived_at, number }) => archived_at === null || groups.has(number))
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ id, external_id, name, number }) => toGroup({ id, external_id, name }, number));
  return page(groups.has(null) ? [...data, toGroup(null, null)] : data, null);
});

const grouped = new WeakMap<Ranked[], Map<number | null, Ranked[]>>();

function groupsOf(rows: Ranked[]): Map<number | null, Ranked[]> {
  let groups = grouped.get(rows);
  if (!groups) {
    groups = Map.groupBy(rows, ({ department }) => department);
    grouped.set(rows, groups);
  }
  return groups;
}

app.get('/v1/departments', async (request, reply) => {
  const key = admit(request, reply, 'departments:read');
  const query = request.query as Query;
  const limit = limitOf(query);
  const list = `departments ${key.company_id}`;
  const rows = listDepartments.all(key.company_id, open(list, query.cursor), limit + 1);
  return pageOf(
    rows,
    limit,
    list,
    ({ number }) => number,
    ({ number: _, ...row }) => ({ ...row, archived_at: iso(row.archived_at) }),
  );
});

app.get('/v1/shop/items', async (request, reply) => {
  const key = admit(request, reply, 'shop:read');
  const query = request.query as Query;
  const limit = limitOf(query);
  const list = `shop ${key.company_id}`;
  const now = Date.now();
  const rows = listItems.all(key.company_id, open(list, query.cursor), limit + 1);
  return pageOf(
    rows,
    limit,
    list,
    ({ entry }) => entry,
    ({ entry: _, created_at, ...row }) => ({
      ...row,
      is_new: now - created_at < 30 * 86_400_000,
    }),
  );
});

await app.listen({ host: '127.0.0.1', port: Number(port) });
