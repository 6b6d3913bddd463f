import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import * as apiKeys from '../../store/keys/api-keys.ts';
import * as accounts from '../../store/portal/portal-accounts.ts';

/** Where keys and accounts are looked up: those of a sandbox's people are its company's. */
export type ActorCompanies = { companyId: number; accountsOf: number };

/** Who an actor of the audit log or of a run is; a key or an account that is gone has no name. */
export type Actor =
  | { kind: 'key' | 'account'; name: string | undefined }
  | { kind: 'command'; user: string }
  | { kind: 'service' }
  | { kind: 'other'; name: string };

/** The number of the person whose account an actor is; undefined for all others. */
export function numberOfActor(db: Database, companyId: number, actor: string): number | undefined {
  const id = idOfAccount(actor);
  if (id === undefined) return undefined;
  return db.one(accounts.find, { companyId, id })?.employeeNumber ?? undefined;
}

/** The id of the account that an actor is; undefined for all others. */
export function idOfAccount(actor: string): string | undefined {
  const { kind, id } = parseActor(actor);
  return kind === 'portal' ? id : undefined;
}

function parseActor(actor: string) {
  const [, kind, id = ''] = /^(key|portal) ([0-9a-f-]{36})$/.exec(actor) ?? [];
  return { kind, id };
}

/** What is on record about an actor. */
export function findActor(
  db: Database,
  { companyId, accountsOf }: ActorCompanies,
  actor: string,
): Actor {
  const { kind, id } = parseActor(actor);
  if (kind === 'key') {
    const key = db.one(apiKeys.find, { companyId, id });
    return { kind: 'key', name: key?.name };
  }
  if (kind === 'portal') {
    const account = db.one(accounts.find, { companyId: accountsOf, id });
    return { kind: 'account', name: account?.name ?? account?.email ?? undefined };
  }
  if (actor === 'service') return { kind: 'service' };
  const [, user] = /^command line \((.*)\)$/s.exec(actor) ?? [];
  return user === undefined ? { kind: 'other', name: actor } : { kind: 'command', user };
}

/** An actor in English, for files. */
export function actorName(db: Database, companies: ActorCompanies, actor: string): string {
  const found = findActor(db, companies, actor);
  switch (found.kind) {
    case 'key':
      return found.name === undefined ? 'A key that is gone' : `Key “${found.name}”`;
    case 'account':
      return found.name ?? 'A former account';
    case 'command':
      return `${found.user}, on the command line`;
    case 'service':
      return 'The service';
    case 'other':
      return found.name;
  }
}

/** The keys and accounts whose names contain a text, as actors. */
export function listActors(
  db: Database,
  { companyId, accountsOf }: ActorCompanies,
  text: string,
): string[] {
  const part = fold(text);
  const has = (...names: (string | null)[]) =>
    names.some((name) => fold(name ?? '').includes(part));
  const own = db.all(accounts.listNames, { companyId: accountsOf });
  return [
    ...own.filter(({ name, email }) => has(name, email)).map(({ id }) => `portal ${id}`),
    ...db
      .all(apiKeys.list, { companyId })
      .flatMap(({ id, name }) => (has(name) ? `key ${id}` : [])),
  ];
}
