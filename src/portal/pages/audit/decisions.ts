import { type Html, html } from '../../../http/response/html.ts';
import { type ActorCompanies, findActor } from '../../../service/audit/actors.ts';
import {
  type AuditEntry,
  type AuditFilter,
  findLastDecisions,
  type LastDecision,
} from '../../../service/audit/audit.ts';
import * as badges from '../../../store/badges/badges.ts';
import type { Database } from '../../../store/database.ts';
import * as employees from '../../../store/people/employees.ts';
import type { Decision } from '../../languages/en/audit.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { strong } from '../../view/marks.ts';
import { personName } from '../../view/person.ts';

/** Who an actor is, for the company of a call. */
export function actorOf({ t, services, company, session }: Call, actor: string): string {
  const { actors } = t.audit;
  const found = findActor(services.db, companiesOf(company, session), actor);
  switch (found.kind) {
    case 'key':
      return found.name === undefined ? actors.lostKey : actors.key({ name: found.name });
    case 'account':
      return found.name ?? actors.lostAccount;
    case 'command':
      return actors.command({ user: found.user });
    case 'service':
      return actors.service;
    case 'other':
      return found.name;
  }
}

const companiesOf = (
  { companyId }: { companyId: number },
  session: { companyId: number },
): ActorCompanies => ({ companyId, accountsOf: session.companyId });

/** The newest decisions about the company, newest first. */
export const listDecisions = (
  { services, company }: Call,
  filter: AuditFilter,
): Promise<AuditEntry[]> => {
  const { companyId } = company;
  return services.ranker.findDecisions({ companyId, accountsOf: companyId, filter });
};

/** Who decided last about things that are no people, and when. */
export function lastDecisions(call: Call, targets: readonly string[]): Map<string, LastDecision> {
  const last = findLastDecisions(call.services.db, call.company.companyId, targets);
  return new Map(
    Array.from(last, ([target, { actor, at }]) => [target, { actor: actorOf(call, actor), at }]),
  );
}

/** The actions that have a sentence. */
export const actionNames = ({ audit }: Messages): string[] => [
  ...Object.keys(audit.decisions),
  ...Object.keys(DESCRIPTIONS),
];

/** A decision in one sentence, with a link to the person whom it is about, and with the reason if it has one. */
export function describeDecision(call: Call, entry: AuditEntry): Html {
  const { audit } = call.t;
  const { action, after } = entry;
  const it = { actor: strong(actorOf(call, entry.actor)), ...namesIn(call, entry) };
  const sentences: Readonly<Record<string, (options: Decision) => Html>> = audit.decisions;
  const decision =
    DESCRIPTIONS[action]?.(call.t, entry, it) ??
    sentences[action]?.(it) ??
    audit.otherDecision({ actor: it.actor, action });
  const reason = textOf(after, REASONS[action] ?? '');
  return reason === '' ? decision : audit.because({ decision, reason });
}

/** The field with the reason of a decision, which stands beside its sentence. */
const REASONS: Readonly<Record<string, string>> = {
  'xp.award': 'reason',
  'coins.grant': 'reason',
  'employee.deactivate': 'deactivation_reason',
};

/** Decisions with more in their sentence than who decided about what, by their action. */
const DESCRIPTIONS: Readonly<
  Record<string, (t: Messages, entry: AuditEntry, options: Decision) => Html>
> = {
  'xp.award': ({ audit, counts }, { after }, { actor, person }) => {
    const amount = amountOf(after);
    const xp = html`<b class="num">${counts.xp(amount)}</b>`;
    return (amount < 0 ? audit.xpCorrected : audit.xpAwarded)({ actor, xp, person });
  },
  'coins.grant': ({ audit, counts }, { after }, { actor, person }) => {
    const amount = amountOf(after);
    const coins = html`<b class="num">${counts.coins(Math.abs(amount))}</b>`;
    return (amount < 0 ? audit.coinsTaken : audit.coinsGranted)({ actor, coins, person });
  },
  'kudos.settings': ({ audit }, { before, after }, { actor }) => {
    const [was, is] = [flagOf(before, 'on'), flagOf(after, 'on')];
    return audit.thanksSettings[was === is ? 'changed' : is ? 'on' : 'off']({ actor });
  },
  'kudos.value': ({ audit }, { before, after }, it) => {
    const [was, is] = [flagOf(before, 'active'), flagOf(after, 'active')];
    if (before === null) return audit.values.added(it);
    return audit.values[was === is ? 'changed' : is ? 'restored' : 'retired'](it);
  },
  'portal.invite': ({ audit, counts }, { after }, { actor }) => {
    const { people } = after ?? {};
    return audit.invited({ actor, people: counts.people(Number(people ?? 0)) });
  },
  'portal.cards': ({ audit, counts }, { after }, { actor }) => {
    const { people } = after ?? {};
    return audit.cardsPrinted({ actor, people: counts.people(Number(people ?? 0)) });
  },
  'shop.redeem': ({ audit }, entry, { actor, name: item, person }) => {
    // In the portal everybody redeems for themselves.
    const isOwn = entry.actor.startsWith('portal ');
    return isOwn ? audit.redeemed({ actor, item }) : audit.redeemedFor({ actor, item, person });
  },
};

const amountOf = (after: AuditEntry['after']): number => {
  const { amount } = after ?? {};
  return Number(amount ?? 0);
};

const flagOf = (fields: AuditEntry['after'], name: string): boolean =>
  (fields as Record<string, unknown> | null)?.[name] === true;

/** What the sentence about a decision may name. */
function namesIn(call: Call, { target, before, after }: AuditEntry): Omit<Decision, 'actor'> {
  const { kind, id } = target;
  const { merged } = after ?? {};
  const badge = kind === 'badge' ? id : textOf(after, 'code');
  const name =
    textOf(after, 'name') ||
    textOf(after, 'item_name') ||
    textOf(before, 'name') ||
    textOf(merged, 'name') ||
    (badge ? badgeName(call, badge) : id);
  return {
    name: strong(name ?? ''),
    person: kind === 'employee' ? personLink(call, id) : html``,
    account: kind === 'portal_account' ? strong(accountName(call, id)) : html``,
  };
}

function accountName({ t, services, company, session }: Call, id: string | null): string {
  const found = findActor(services.db, companiesOf(company, session), `portal ${id}`);
  return (found.kind === 'account' && found.name) || t.audit.formerAccount;
}

function badgeName({ services, company }: Call, code: string): string {
  const { companyId } = company;
  return services.db.one(badges.find, { companyId, code })?.name ?? code;
}

const textOf = (fields: unknown, name: string): string => {
  const value: unknown = (fields as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};

/** The person of an id, active or not; undefined for one who was erased. */
export function findPerson(db: Database, companyId: number, id: string) {
  const [person] = db.all(employees.listMatching, {
    ...{ companyId, id: id.toLowerCase() },
    ...{ externalId: '', emailKey: '', placeholderKey: '' },
  });
  return person?.erasedAt === null ? person : undefined;
}

function personLink({ t, services, company, href }: Call, id: string | null): Html {
  const person = id === null ? undefined : findPerson(services.db, company.companyId, id);
  if (!person) return html`${t.audit.formerMember}`;
  const { accountName, givenName, email } = person;
  return html`<a href="${href(`/people/${person.id}`)}"><b>${personName(t, { name: accountName ?? givenName, email })}</b></a>`;
}
