import { type Html, html } from '../../http/html.ts';
import { type ActorCompanies, actorName } from '../../service/actors.ts';
import {
  type AuditEntry,
  type AuditFilter,
  findLastDecisions,
  type LastDecision,
} from '../../service/audit.ts';
import * as badges from '../../store/badges.ts';
import type { Database } from '../../store/database.ts';
import * as employees from '../../store/employees.ts';
import type { Call } from '../page.ts';
import { number, signed } from './format.ts';
import { named } from './person.ts';

/** What a decision did, after the actor and before the target. */
const VERBS: Readonly<Record<string, string>> = {
  'backup.download': 'downloaded a backup',
  'badge.apply_rules': 'applied the badge rules',
  'badge.award_many': 'awarded a badge to many people',
  'badge.define': 'defined the badge',
  'badge.rule': 'changed the rule of the badge',
  'company.create': 'created the company',
  'company.update': 'changed the company',
  'department.archive': 'archived the department',
  'contest.cancel': 'cancelled the contest',
  'contest.change': 'changed the contest',
  'contest.close': 'closed the contest',
  'contest.create': 'created the contest',
  'department.create': 'created the department',
  'department.merge': 'merged the department',
  'department.move': 'moved the department',
  'department.rename': 'renamed the department',
  'department.restore': 'restored the department',
  'employee.add': 'added',
  'employee.deactivate': 'deactivated',
  'employee.erase': 'erased a person',
  'employee.export': 'exported the record of',
  'employee.reactivate': 'reactivated',
  'employee.role': 'changed the role of',
  'employee.sign_in': 'recorded the account name of',
  'employee.update': 'changed the record of',
  'key.create': 'created the key',
  'key.revoke': 'revoked a key',
  'key.rotate': 'rotated a key',
  'month.close': 'closed the month',
  'month.reopen': 'reopened the month',
  'portal.account': 'created an account of the portal',
  'portal.confirm': 'gave the password again',
  'portal.disable': 'disabled an account of the portal',
  'portal.enable': 'enabled an account of the portal',
  'portal.link': 'created a link to the portal',
  'portal.link_identity': 'linked an account to the sign-in provider',
  'portal.password': 'set a password',
  'portal.recovery_code': 'used a recovery code',
  'portal.recovery_codes': 'made new recovery codes',
  'portal.role': 'changed the role of an account',
  'portal.sign_in': 'signed in',
  'portal.sign_out': 'signed out',
  'portal.totp_off': 'switched two-step sign-in off',
  'portal.totp_on': 'switched two-step sign-in on',
  'portal.totp_reset': 'reset the two-step sign-in of an account',
  'portal.unlink_identity': 'unlinked an account from the sign-in provider',
  'sandbox.reset': 'reset the sandbox',
  'shop.add': 'added the item',
  'shop.approve': 'approved the redemption of',
  'shop.decline': 'declined the redemption of',
  'shop.fulfil': 'fulfilled the redemption of',
  'shop.redeem': 'redeemed',
  'shop.refund': 'refunded the redemption of',
  'shop.retire': 'retired the item',
  'shop.update': 'changed the item',
  'sync.approve': 'approved a roster sync',
  'sync.import': 'imported a roster',
  'sync.revert': 'reverted a roster sync',
  'wall.create': 'created a wall',
  'wall.revoke': 'revoked a wall',
  'webhook.create': 'created a webhook',
  'webhook.delete': 'deleted a webhook',
  'webhook.disable': 'disabled a webhook',
  'webhook.enable': 'enabled a webhook',
  'webhook.resend': 'sent events to a webhook again',
  'webhook.rotate_secret': 'rotated the secret of a webhook',
  'webhook.test': 'tested a webhook',
  'xp.import': 'imported XP',
};

/** The actions that have words. */
export const ACTION_NAMES = Object.keys(VERBS);

/** Who an actor is, for the company of a call. */
export const actorOf = ({ services, company, session }: Call, actor: string): string =>
  actorName(services.db, companiesOf(company, session), actor);

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

/** A decision in one sentence, with a link to the person whom it is about. */
export function describeDecision(call: Call, entry: AuditEntry): Html {
  const { action, target } = entry;
  const actor = html`<b>${actorOf(call, entry.actor)}</b>`;
  const person = target.kind === 'employee' ? personLink(call, target.id) : undefined;
  const describe = DESCRIPTIONS[action] ?? describeChange;
  return describe({ call, entry, actor, person });
}

type Decision = { call: Call; entry: AuditEntry; actor: Html; person: Html | undefined };

/** Decisions with a sentence of their own, by their action. */
const DESCRIPTIONS: Record<string, (decision: Decision) => Html> = {
  'xp.award': ({ entry: { after }, actor, person }) => {
    const amount = amountOf(after);
    const what =
      amount < 0
        ? html`corrected <b class="num">${signed(amount)} XP</b> of`
        : html`awarded <b class="num">${number(amount)} XP</b> to`;
    return html`${actor} ${what} ${person}${reasonOf(after)}`;
  },
  'coins.grant': ({ entry: { after }, actor, person }) => {
    const amount = amountOf(after);
    const [verb, preposition] = amount < 0 ? ['took', 'from'] : ['granted', 'to'];
    return html`${actor} ${verb} <b class="num">${number(Math.abs(amount))} coins</b> ${preposition} ${person}${reasonOf(after)}`;
  },
  // In the portal everybody redeems for themselves.
  'shop.redeem': ({ entry, actor, person }) =>
    html`${actor} redeemed <b>${textOf(entry.after, 'item_name')}</b>${entry.actor.startsWith('portal ') ? '' : html` for ${person}`}`,
  'employee.keep': ({ actor, person }) =>
    html`${actor} decided that ${person} stays, whom a roster lacked`,
  'badge.award': ({ call, entry, actor, person }) =>
    html`${actor} awarded the badge ${badgeName(call, textOf(entry.after, 'code'))} to ${person}`,
  'badge.revoke': ({ call, entry, actor, person }) =>
    html`${actor} revoked the badge ${badgeName(call, textOf(entry.after, 'code'))} of ${person}`,
  'badge.rule': ({ call, entry, actor }) =>
    html`${actor} changed the rule of the badge ${badgeName(call, entry.target.id ?? '')}`,
};

const amountOf = (after: AuditEntry['after']): number => {
  const { amount } = after ?? {};
  return Number(amount ?? 0);
};

const reasonOf = (after: AuditEntry['after']): Html | '' => {
  const reason = textOf(after, 'reason');
  return reason === '' ? '' : html`: “${reason}”`;
};

function describeChange({ call, entry, actor, person }: Decision): Html {
  const { action, target, before, after } = entry;
  const month = target.kind === 'month' ? (target.id ?? '') : '';
  const name =
    textOf(after, 'name') || textOf(after, 'item_name') || textOf(before, 'name') || month;
  const object = person ?? (name === '' ? undefined : html`<b>${name}</b>`);
  const account = otherAccount(call, entry);
  const left = action === 'employee.deactivate' ? textOf(after, 'deactivation_reason') : '';
  return html`${actor} ${VERBS[action] ?? `made the change ${action}`}${object && html` ${object}`}${account && html`: <b>${account}</b>`}${left === '' ? '' : html`: “${left}”`}`;
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

function personLink({ services, company, href }: Call, id: string | null): Html {
  const person = id === null ? undefined : findPerson(services.db, company.companyId, id);
  if (!person) return html`a former member`;
  const { accountName, givenName, email } = person;
  return html`<a href="${href(`/people/${person.id}`)}"><b>${named({ name: accountName ?? givenName, email })}</b></a>`;
}
