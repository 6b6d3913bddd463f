import { type Html, html } from '../../../http/response/html.ts';
import type { Strong } from './words.ts';

/** Who decided about what, if that has a name. */
type Decided = { actor: Html; what: Html | undefined };

/** Who did what: Ada archived the department Sales. */
const decided =
  (words: string) =>
  ({ actor, what }: Decided): Html =>
    html`${actor} ${words}${what && html` ${what}`}`;

/** Who decided what. */
export const audit = {
  title: 'Audit',
  lead: 'Who decided what and when. Nothing here can be changed.',
  action: 'Action',
  everyAction: 'Every action',
  whoDidIt: 'Who did it',
  about: 'About: email or ID',
  from: 'From',
  to: 'To',
  none: 'Nothing was decided yet',
  noneText: 'What people and systems change stands here.',
  noneMatches: 'No decision matches',
  noneMatchesText:
    'A person is found by the whole email, external ID or ID. Days are those of UTC.',
  clear: 'Clear',
  /** Screen readers alone say of what. */
  detailsOf: ({ action, hidden }: { action: string; hidden: Strong }) =>
    html`Details${hidden(` of ${action}`)}`,
  becomes: 'becomes',
  formerMember: 'a former member',
  /** Who decides, where it is not an account by its name. */
  actors: {
    key: ({ name }: { name: string }) => `Key “${name}”`,
    lostKey: 'A key that is gone',
    lostAccount: 'A former account',
    service: 'The service',
    command: ({ user }: { user: string }) => `${user}, on the command line`,
  },
  decisions: {
    'backup.download': decided('downloaded a backup'),
    'badge.apply_rules': decided('applied the badge rules'),
    'badge.award_many': decided('awarded a badge to many people'),
    'badge.define': decided('defined the badge'),
    'company.create': decided('created the company'),
    'company.update': decided('changed the company'),
    'department.archive': decided('archived the department'),
    'contest.cancel': decided('cancelled the contest'),
    'contest.change': decided('changed the contest'),
    'contest.close': decided('closed the contest'),
    'contest.create': decided('created the contest'),
    'gift.begin': decided('began to give to many'),
    'gift.give': decided('gave to many'),
    'gift.undo': decided('took back what was given to many'),
    'department.create': decided('created the department'),
    'department.merge': decided('merged the department'),
    'department.move': decided('moved the department'),
    'department.rename': decided('renamed the department'),
    'department.restore': decided('restored the department'),
    'employee.add': decided('added'),
    'employee.deactivate': decided('deactivated'),
    'employee.erase': decided('erased a person'),
    'employee.export': decided('exported the record of'),
    'employee.reactivate': decided('reactivated'),
    'employee.role': decided('changed the role of'),
    'employee.sign_in': decided('recorded the account name of'),
    'employee.update': decided('changed the record of'),
    'key.create': decided('created the key'),
    'key.revoke': decided('revoked a key'),
    'key.rotate': decided('rotated a key'),
    'month.close': decided('closed the month'),
    'month.reopen': decided('reopened the month'),
    'portal.account': decided('created an account of the portal'),
    'portal.confirm': decided('gave the password again'),
    'portal.disable': decided('disabled an account of the portal'),
    'portal.employee': decided('made an account that of its employee'),
    'portal.enable': decided('enabled an account of the portal'),
    'portal.link': decided('created a link to the portal'),
    'portal.link_identity': decided('linked an account to the sign-in provider'),
    'portal.password': decided('set a password'),
    'portal.recovery_code': decided('used a recovery code'),
    'portal.recovery_codes': decided('made new recovery codes'),
    'portal.role': decided('changed the role of an account'),
    'portal.sign_in': decided('signed in'),
    'portal.sign_out': decided('signed out'),
    'portal.totp_off': decided('switched two-step sign-in off'),
    'portal.totp_on': decided('switched two-step sign-in on'),
    'portal.totp_reset': decided('reset the two-step sign-in of an account'),
    'portal.unlink_identity': decided('unlinked an account from the sign-in provider'),
    'sandbox.reset': decided('reset the sandbox'),
    'shop.add': decided('added the item'),
    'shop.approve': decided('approved the redemption of'),
    'shop.decline': decided('declined the redemption of'),
    'shop.fulfil': decided('fulfilled the redemption of'),
    'shop.refund': decided('refunded the redemption of'),
    'shop.retire': decided('retired the item'),
    'shop.update': decided('changed the item'),
    'sync.approve': decided('approved a roster sync'),
    'sync.import': decided('imported a roster'),
    'sync.revert': decided('reverted a roster sync'),
    'wall.create': decided('created a wall'),
    'wall.revoke': decided('revoked a wall'),
    'webhook.create': decided('created a webhook'),
    'webhook.delete': decided('deleted a webhook'),
    'webhook.disable': decided('disabled a webhook'),
    'webhook.enable': decided('enabled a webhook'),
    'webhook.resend': decided('sent events to a webhook again'),
    'webhook.rotate_secret': decided('rotated the secret of a webhook'),
    'webhook.test': decided('tested a webhook'),
    'xp.import': decided('imported XP'),
  },
  otherDecision: ({ action, ...it }: Decided & { action: string }) =>
    decided(`made the change ${action}`)(it),
  aboutAccount: ({ decision, account }: { decision: Html; account: Html }) =>
    html`${decision}: ${account}`,
  because: ({ decision, reason }: { decision: Html; reason: string }) =>
    html`${decision}: “${reason}”`,
  xpAwarded: ({ actor, xp: amount, person }: { actor: Html; xp: Html; person: Html }) =>
    html`${actor} awarded ${amount} to ${person}`,
  xpCorrected: ({ actor, xp: amount, person }: { actor: Html; xp: Html; person: Html }) =>
    html`${actor} corrected ${amount} of ${person}`,
  coinsGranted: ({ actor, coins: amount, person }: { actor: Html; coins: Html; person: Html }) =>
    html`${actor} granted ${amount} to ${person}`,
  coinsTaken: ({ actor, coins: amount, person }: { actor: Html; coins: Html; person: Html }) =>
    html`${actor} took ${amount} from ${person}`,
  redeemed: ({ actor, item }: { actor: Html; item: Html }) => html`${actor} redeemed ${item}`,
  redeemedFor: ({ actor, item, person }: { actor: Html; item: Html; person: Html }) =>
    html`${actor} redeemed ${item} for ${person}`,
  personKept: ({ actor, person }: { actor: Html; person: Html }) =>
    html`${actor} decided that ${person} stays, whom a roster lacked`,
  badgeAwarded: ({ actor, badge, person }: { actor: Html; badge: Html; person: Html }) =>
    html`${actor} awarded the badge ${badge} to ${person}`,
  badgeRevoked: ({ actor, badge, person }: { actor: Html; badge: Html; person: Html }) =>
    html`${actor} revoked the badge ${badge} of ${person}`,
  badgeRuleChanged: ({ actor, badge }: { actor: Html; badge: Html }) =>
    html`${actor} changed the rule of the badge ${badge}`,
};
