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
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../page.ts';
import { strong } from '../../view/marks.ts';
import { named } from '../../view/person.ts';

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

/** A decision in one sentence, with a link to the person whom it is about. */
export function describeDecision(call: Call, entry: AuditEntry): Html {
  const { action, target } = entry;
  const actor = html`<b>${actorOf(call, entry.actor)}</b>`;
  const person = target.kind === 'employee' ? personLink(call, target.id) : undefined;
  const describe = DESCRIPTIONS[action] ?? describeChange;
  return describe({ call, entry, actor, person });
}

type Decision = { call: Call; entry: AuditEntry; actor: Html; person: Html | undefined };

/** Decisions with more in their sentence than who decided what, by their action. */
const DESCRIPTIONS: Record<string, (decision: Decision) => Html> = {
  'xp.award': ({ call, entry: { after }, actor, person = html`` }) => {
    const { audit, counts } = call.t;
    const amount = amountOf(after);
    const say = amount < 0 ? audit.xpCorrected : audit.xpAwarded;
    const xp = html`<b class="num">${counts.xp(amount)}</b>`;
    return because(call, say({ actor, xp, person }), textOf(after, 'reason'));
  },
  'coins.grant': ({ call, entry: { after }, actor, person = html`` }) => {
    const { audit, counts } = call.t;
    const amount = amountOf(after);
    const say = amount < 0 ? audit.coinsTaken : audit.coinsGranted;
    const coins = html`<b class="num">${counts.coins(Math.abs(amount))}</b>`;
    return because(call, say({ actor, coins, person }), textOf(after, 'reason'));
  },
  'shop.redeem': ({ call, entry, actor, person = html`` }) => {
    const { audit } = call.t;
    const item = html`<b>${textOf(entry.after, 'item_name')}</b>`;
    // In the portal everybody redeems for themselves.
    const isOwn = entry.actor.startsWith('portal ');
    return isOwn ? audit.redeemed({ actor, item }) : audit.redeemedFor({ actor, item, person });
  },
  'employee.keep': ({ call, actor, person = html`` }) => call.t.audit.personKept({ actor, person }),
  'badge.award': ({ call, entry, actor, person = html`` }) => {
    const badge = badgeName(call, textOf(entry.after, 'code'));
    return call.t.audit.badgeAwarded({ actor, badge, person });
  },
  'badge.revoke': ({ call, entry, actor, person = html`` }) => {
    const badge = badgeName(call, textOf(entry.after, 'code'));
    return call.t.audit.badgeRevoked({ actor, badge, person });
  },
  'badge.rule': ({ call, entry, actor }) =>
    call.t.audit.badgeRuleChanged({ actor, badge: badgeName(call, entry.target.id ?? '') }),
};

const amountOf = (after: AuditEntry['after']): number => {
  const { amount } = after ?? {};
  return Number(amount ?? 0);
};

const because = ({ t }: Call, decision: Html, reason: string): Html =>
  reason === '' ? decision : t.audit.because({ decision, reason });

function describeChange({ call, entry, actor, person }: Decision): Html {
  const { action, target, before, after } = entry;
  const { audit } = call.t;
  const month = target.kind === 'month' ? (target.id ?? '') : '';
  const name =
    textOf(after, 'name') || textOf(after, 'item_name') || textOf(before, 'name') || month;
  const what = person ?? (name === '' ? undefined : strong(name));
  const decisions: Readonly<
    Record<string, (typeof audit.decisions)[keyof typeof audit.decisions]>
  > = audit.decisions;
  const decision =
    decisions[action]?.({ actor, what }) ?? audit.otherDecision({ actor, action, what });
  const account = otherAccount(call, entry);
  const about = account
    ? audit.aboutAccount({ decision, account: html`<b>${account}</b>` })
    : decision;
  const left = action === 'employee.deactivate' ? textOf(after, 'deactivation_reason') : '';
  return because(call, about, left);
}

/** The account that a decision is about, if it is not that of whoever decided. */
function otherAccount(call: Call, { actor, target }: AuditEntry): string | undefined {
  const account = `portal ${target.id}`;
  return target.kind === 'portal_account' && account !== actor ? actorOf(call, account) : undefined;
}

function badgeName({ services, company }: Call, code: string): Html {
  const { companyId } = company;
  return html`<b>${services.db.one(badges.find, { companyId, code })?.name ?? code}</b>`;
}

const textOf = (fields: Record<string, unknown> | null, name: string): string => {
  const value = fields?.[name];
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
  return html`<a href="${href(`/people/${person.id}`)}"><b>${named(t, { name: accountName ?? givenName, email })}</b></a>`;
}
