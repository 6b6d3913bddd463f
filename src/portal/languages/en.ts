import { accounts } from './en/accounts.ts';
import { audit } from './en/audit.ts';
import { badgeTexts } from './en/badges.ts';
import { boards } from './en/boards.ts';
import { cards } from './en/cards.ts';
import { chat } from './en/chat.ts';
import { contests } from './en/contests.ts';
import { departmentTexts } from './en/departments.ts';
import { directory } from './en/directory.ts';
import { errors } from './en/errors.ts';
import { failures } from './en/failures.ts';
import { changes, fields } from './en/fields.ts';
import { files } from './en/files.ts';
import { checks, findings } from './en/findings.ts';
import { forms } from './en/forms.ts';
import { frame, lists, secrets } from './en/frame.ts';
import { given } from './en/given.ts';
import { health } from './en/health.ts';
import { home } from './en/home.ts';
import { insights } from './en/insights.ts';
import { invitations } from './en/invitations.ts';
import { keys } from './en/keys.ts';
import { mail } from './en/mail.ts';
import { me } from './en/me.ts';
import { months } from './en/months.ts';
import { peopleTexts } from './en/people.ts';
import { preview } from './en/preview.ts';
import { recognition } from './en/recognition.ts';
import { redemptionTexts } from './en/redemptions.ts';
import { serviceSettings } from './en/service-settings.ts';
import { settings } from './en/settings.ts';
import { shop } from './en/shop.ts';
import { shown } from './en/shown.ts';
import { signIn } from './en/sign-in.ts';
import { slack } from './en/slack.ts';
import { kept, syncs } from './en/syncs.ts';
import { thanks } from './en/thanks.ts';
import { twoStep } from './en/two-step.ts';
import { roster, uploads } from './en/upload.ts';
import { walls } from './en/walls.ts';
import { webhooks } from './en/webhooks.ts';
import {
  activePeople,
  badges,
  coins,
  departments,
  format,
  people,
  prizes,
  redemptions,
  signedCoins,
  signedXp,
  xp,
} from './en/words.ts';

/** Everything that the portal says, in English. The other languages have the same shape. */
export const en = {
  /** As in `<html lang>`. */
  language: 'en',
  format,
  files,
  forms,
  frame,
  lists,
  secrets,
  shop,
  redemptions: redemptionTexts,
  me,
  thanks,
  recognition,
  home,
  insights,
  mail,
  errors,
  failures,
  signIn,
  twoStep,
  invitations,
  cards,
  accounts,
  webhooks,
  chat,
  slack,
  people: peopleTexts,
  badges: badgeTexts,
  roster,
  preview,
  uploads,
  syncs,
  kept,
  directory,
  changes,
  fields,
  departments: departmentTexts,
  boards,
  months,
  contests,
  walls,
  keys,
  audit,
  settings,
  shown,
  health,
  checks,
  findings,
  serviceSettings,
  given,
  /** Counts with their nouns. */
  counts: {
    activePeople,
    badges,
    coins,
    departments,
    people,
    prizes,
    redemptions,
    signedCoins,
    signedXp,
    xp,
  },
};

/** The shape of a catalogue. */
export type Messages = typeof en;
