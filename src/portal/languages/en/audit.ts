import { type Html, html } from '../../../http/response/html.ts';
import { counted } from './words.ts';

/** What the sentence about a decision may name. */
export type Decision = {
  actor: Html;
  /** The person whom it is about. */
  person: Html;
  /** What it is about, by its name. */
  name: Html;
  /** The account that it is about, by the name of who has it. */
  account: Html;
};

/** Who decided what. */
export const audit = {
  title: 'Audit',
  lead: 'Who decided what and when. Nothing here can be changed.',
  counted: (total: { count: number; isMore: boolean }) =>
    `${counted(total, { one: 'entry', other: 'entries' })}. Who decided what and when; nothing here can be changed.`,
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
  details: 'Details',
  /** What screen readers say. */
  detailsOf: ({ action }: { action: string }) => `Details of ${action}`,
  becomes: 'becomes',
  formerMember: 'a former member',
  formerAccount: 'a former account',
  /** Who decides, where it is not an account by its name. */
  actors: {
    key: ({ name }: { name: string }) => `Key “${name}”`,
    lostKey: 'A key that is gone',
    lostAccount: 'A former account',
    service: 'The service',
    command: ({ user }: { user: string }) => `${user}, on the command line`,
  },
  decisions: {
    'backup.download': ({ actor }) => html`${actor} downloaded a backup`,
    'badge.award': ({ actor, name, person }) =>
      html`${actor} awarded the badge ${name} to ${person}`,
    'badge.revoke': ({ actor, name, person }) =>
      html`${actor} revoked the badge ${name} of ${person}`,
    'badge.rule': ({ actor, name }) => html`${actor} changed the rule of the badge ${name}`,
    'badge.apply_rules': ({ actor }) => html`${actor} applied the badge rules`,
    'badge.award_many': ({ actor, name }) =>
      html`${actor} awarded the badge ${name} to many people`,
    'badge.define': ({ actor, name }) => html`${actor} defined the badge ${name}`,
    'company.create': ({ actor, name }) => html`${actor} created the company ${name}`,
    'company.no_email_domain': ({ actor, name }) =>
      html`${actor} chose a domain of ${name} for people without an email`,
    'company.update': ({ actor, name }) => html`${actor} changed the company ${name}`,
    'department.archive': ({ actor, name }) => html`${actor} archived the department ${name}`,
    'contest.cancel': ({ actor, name }) => html`${actor} cancelled the contest ${name}`,
    'contest.change': ({ actor, name }) => html`${actor} changed the contest ${name}`,
    'contest.close': ({ actor, name }) => html`${actor} closed the contest ${name}`,
    'contest.create': ({ actor, name }) => html`${actor} created the contest ${name}`,
    'gift.begin': ({ actor }) => html`${actor} began to give to many`,
    'gift.give': ({ actor }) => html`${actor} gave to many`,
    'gift.undo': ({ actor }) => html`${actor} took back what was given to many`,
    'department.create': ({ actor, name }) => html`${actor} created the department ${name}`,
    'department.merge': ({ actor, name }) =>
      html`${actor} merged the department ${name} into another one`,
    'department.move': ({ actor, name }) => html`${actor} moved the department ${name}`,
    'department.rename': ({ actor, name }) => html`${actor} renamed the department ${name}`,
    'department.restore': ({ actor, name }) => html`${actor} restored the department ${name}`,
    'directory.approve': ({ actor }) =>
      html`${actor} let the directory deactivate who had waited for it`,
    'directory.number': ({ actor }) =>
      html`${actor} changed where the directory has the external id of people`,
    'employee.add': ({ actor, person }) => html`${actor} added ${person}`,
    'employee.deactivate': ({ actor, person }) => html`${actor} deactivated ${person}`,
    'employee.erase': ({ actor }) => html`${actor} erased a person`,
    'employee.keep': ({ actor, person }) =>
      html`${actor} decided that ${person} stays, whom a roster lacked`,
    'employee.export': ({ actor, person }) => html`${actor} exported the record of ${person}`,
    'employee.reactivate': ({ actor, person }) => html`${actor} reactivated ${person}`,
    'employee.role': ({ actor, person }) => html`${actor} changed the role of ${person}`,
    'employee.sign_in': ({ actor, person }) =>
      html`${actor} recorded the account name of ${person}`,
    'employee.update': ({ actor, person }) => html`${actor} changed the record of ${person}`,
    'key.create': ({ actor, name }) => html`${actor} created the key ${name}`,
    'key.revoke': ({ actor }) => html`${actor} revoked a key`,
    'key.rotate': ({ actor }) => html`${actor} rotated a key`,
    'kudos.allowance': ({ actor, name }) =>
      html`${actor} changed how many points the department ${name} has to give`,
    'kudos.keep': ({ actor }) => html`${actor} decided that reported thanks stay`,
    'kudos.part': ({ actor, person }) => html`${actor} changed the part of ${person} in thanks`,
    'kudos.remove': ({ actor }) => html`${actor} removed thanks`,
    'kudos.value_order': ({ actor, name }) => html`${actor} moved the value ${name} up`,
    'month.close': ({ actor, name }) => html`${actor} closed the month ${name}`,
    'month.reopen': ({ actor, name }) => html`${actor} reopened the month ${name}`,
    'portal.account': ({ actor, account }) => html`${actor} created the account of ${account}`,
    'portal.card': ({ actor, account }) => html`${actor} printed a card for ${account}`,
    'portal.confirm': ({ actor }) => html`${actor} gave the password again`,
    'portal.disable': ({ actor, account }) => html`${actor} disabled the account of ${account}`,
    'portal.employee': ({ actor, account }) =>
      html`${actor} made the account of ${account} that of its employee`,
    'portal.enable': ({ actor, account }) => html`${actor} enabled the account of ${account}`,
    'portal.link': ({ actor, account }) =>
      html`${actor} created a link to the portal for ${account}`,
    'portal.link_identity': ({ actor, account }) =>
      html`${actor} linked the account of ${account} to the sign-in provider`,
    'portal.password': ({ actor }) => html`${actor} set a password`,
    'portal.recovery_code': ({ actor }) => html`${actor} used a recovery code`,
    'portal.recovery_codes': ({ actor }) => html`${actor} made new recovery codes`,
    'portal.role': ({ actor, account }) =>
      html`${actor} changed the role of the account of ${account}`,
    'portal.sign_in': ({ actor }) => html`${actor} signed in`,
    'portal.sign_out': ({ actor }) => html`${actor} signed out`,
    'portal.totp_off': ({ actor }) => html`${actor} switched two-step sign-in off`,
    'portal.totp_on': ({ actor }) => html`${actor} switched two-step sign-in on`,
    'portal.totp_reset': ({ actor, account }) =>
      html`${actor} reset the two-step sign-in of ${account}`,
    'portal.unlink_identity': ({ actor, account }) =>
      html`${actor} unlinked the account of ${account} from the sign-in provider`,
    'roster_profile.delete': ({ actor, name }) => html`${actor} deleted the profile ${name}`,
    'roster_profile.rename': ({ actor, name }) => html`${actor} renamed a profile to ${name}`,
    'roster_profile.save': ({ actor, name }) =>
      html`${actor} kept how rosters are read as the profile ${name}`,
    'sandbox.reset': ({ actor }) => html`${actor} reset the sandbox`,
    'shop.add': ({ actor, name }) => html`${actor} added the item ${name}`,
    'shop.approve': ({ actor, name }) => html`${actor} approved the redemption of ${name}`,
    'shop.decline': ({ actor, name }) => html`${actor} declined the redemption of ${name}`,
    'shop.fulfil': ({ actor, name }) => html`${actor} fulfilled the redemption of ${name}`,
    'shop.refund': ({ actor, name }) => html`${actor} refunded the redemption of ${name}`,
    'shop.retire': ({ actor, name }) => html`${actor} retired the item ${name}`,
    'shop.update': ({ actor, name }) => html`${actor} changed the item ${name}`,
    'sync.approve': ({ actor }) => html`${actor} approved a roster sync`,
    'sync.import': ({ actor }) => html`${actor} imported a roster`,
    'sync.revert': ({ actor }) => html`${actor} reverted a roster sync`,
    'wall.create': ({ actor }) => html`${actor} created a wall`,
    'wall.revoke': ({ actor }) => html`${actor} revoked a wall`,
    'webhook.create': ({ actor }) => html`${actor} created a webhook`,
    'webhook.delete': ({ actor }) => html`${actor} deleted a webhook`,
    'webhook.disable': ({ actor }) => html`${actor} disabled a webhook`,
    'webhook.enable': ({ actor }) => html`${actor} enabled a webhook`,
    'webhook.resend': ({ actor }) => html`${actor} sent events to a webhook again`,
    'webhook.rotate_secret': ({ actor }) => html`${actor} rotated the secret of a webhook`,
    'webhook.test': ({ actor }) => html`${actor} tested a webhook`,
    'xp.import': ({ actor }) => html`${actor} imported XP`,
  } satisfies Record<string, (it: Decision) => Html>,
  otherDecision: ({ actor, action }: { actor: Html; action: string }) =>
    html`${actor} made the change ${action}`,
  because: ({ decision, reason }: { decision: Html; reason: string }) =>
    html`${decision}: “${reason}”`,
  xpAwarded: ({ actor, xp: amount, person }: { actor: Html; xp: Html; person: Html }) =>
    html`${actor} awarded ${amount} to ${person}`,
  xpCorrected: ({ actor, xp: amount, person }: { actor: Html; xp: Html; person: Html }) =>
    html`${actor} corrected ${amount} of ${person}`,
  thanksSettings: {
    on: ({ actor }: { actor: Html }) => html`${actor} switched thanks on`,
    off: ({ actor }: { actor: Html }) => html`${actor} switched thanks off`,
    changed: ({ actor }: { actor: Html }) => html`${actor} changed the settings of thanks`,
  },
  values: {
    added: ({ actor, name }: Decision) => html`${actor} added the value ${name}`,
    retired: ({ actor, name }: Decision) => html`${actor} retired the value ${name}`,
    restored: ({ actor, name }: Decision) => html`${actor} restored the value ${name}`,
    changed: ({ actor, name }: Decision) => html`${actor} changed the value ${name}`,
  },
  coinsGranted: ({ actor, coins: amount, person }: { actor: Html; coins: Html; person: Html }) =>
    html`${actor} granted ${amount} to ${person}`,
  coinsTaken: ({ actor, coins: amount, person }: { actor: Html; coins: Html; person: Html }) =>
    html`${actor} took ${amount} from ${person}`,
  invited: ({ actor, people }: { actor: Html; people: string }) =>
    html`${actor} created links to the portal for ${people}`,
  cardsPrinted: ({ actor, people }: { actor: Html; people: string }) =>
    html`${actor} printed cards for ${people}`,
  redeemed: ({ actor, item }: { actor: Html; item: Html }) => html`${actor} redeemed ${item}`,
  redeemedFor: ({ actor, item, person }: { actor: Html; item: Html; person: Html }) =>
    html`${actor} redeemed ${item} for ${person}`,
};
