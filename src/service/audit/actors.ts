import { fold } from '../../domain/text.ts';
import * as apiKeys from '../../store/api-keys.ts';
import type { Database } from '../../store/database.ts';
import * as accounts from '../../store/portal-accounts.ts';

/** Where keys and accounts are looked up: those of a sandbox's people are its company's. */
export type ActorCompanies = { companyId: number; accountsOf: number };

/** Who an actor of the audit log or of a run is, as people know them. */
export function actorName(
  db: Database,
  { companyId, accountsOf }: ActorCompanies,
  actor: string,
): string {
  const [, kind, id = ''] = /^(key|portal) ([0-9a-f-]{36})$/.exec(actor) ?? [];
  if (kind === 'key') {
    const key = db.one(apiKeys.find, { companyId, id });
    return key ? `Key “${key.name}”` : 'A key that is gone';
  }
  if (kind === 'portal') {
    const account = db.one(accounts.find, { companyId: accountsOf, id });
    return account?.name ?? account?.email ?? 'A former account';
  }
  if (actor === 'service') return 'The service';
  return actor.replace(/^command line \((.*)\)$/s, '$1, on the command line');
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
