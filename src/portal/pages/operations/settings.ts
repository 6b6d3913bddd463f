import { RANKINGS } from '../../../domain/board/shown.ts';
import { CURRENCIES, MAX_WORTH_OF_100 } from '../../../domain/coin-worth.ts';
import { CHOOSABLE_TIES } from '../../../domain/contest.ts';
import { GROUP_SIZES } from '../../../domain/group-tree.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../domain/language.ts';
import { NOTICE_KINDS } from '../../../domain/mail/mail-kind.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { listTimeZones } from '../../../domain/time-zone.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { MAX_COMPANY_NAME } from '../../../service/company/companies.ts';
import { requireCompany } from '../../../service/company/company-write.ts';
import { MAX_ABOUT, MAX_WELCOME_REASON } from '../../../service/company/programme.ts';
import { namesItself, settingsOf } from '../../../service/company/settings.ts';
import { MAX_PER_100_XP } from '../../../service/xp/coins-for-xp.ts';
import { MAX_ENTRY_AMOUNT } from '../../../service/xp/ledger-entries.ts';
import { MAX_WELCOME } from '../../../service/xp/welcome.ts';
import { changeAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import {
  cards,
  check,
  choice,
  longText,
  money,
  optional,
  pick,
  picture,
  text,
  whole,
} from '../../forms/kinds.ts';
import { sentPicture, shownPicture } from '../../forms/sent-picture.ts';
import type { Messages } from '../../languages/en.ts';
import { logo } from '../../view/icons.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, facts } from '../../view/panel.ts';
import { namingOthers } from '../audit/naming-others.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';

const PATH = '/settings';

const COMPANY = {
  name: text({ max: MAX_COMPANY_NAME }),
  logo: picture(),
  remove_logo: check(),
  about: optional(longText({ max: MAX_ABOUT })),
  language: choice(LANGUAGES),
  time_zone: pick(),
};
const COINS = {
  worth_of_100_coins: money(MAX_WORTH_OF_100),
  currency: choice(CURRENCIES),
  coins_per_100_xp: whole({ min: 0, max: MAX_PER_100_XP, isShort: true }),
};
const NEWCOMERS = {
  welcome_xp: whole({ min: 0, max: MAX_WELCOME }),
  welcome_coins: whole({ min: 0, max: MAX_WELCOME }),
  welcome_reason: text({ max: MAX_WELCOME_REASON }),
};
const CONTESTS = { ties: cards(CHOOSABLE_TIES) };
const RANKED = { ranking: cards(RANKINGS), hide_names_in_api: check() };
const MAILS = {
  mail_redemption: check(),
  mail_badge: check(),
  mail_prize: check(),
  mail_thanks: check(),
  mail_digest: check(),
  mail_decision: check(),
  mail_blocked: check(),
};
const GROUPS = {
  smallest_group: whole({ ...GROUP_SIZES, isShort: true }),
  managers_see_people: check(),
};
const LARGE = {
  ask_above_xp: whole({ min: 1, max: MAX_ENTRY_AMOUNT }),
  ask_above_coins: whole({ min: 1, max: MAX_ENTRY_AMOUNT }),
};

const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T & string)[];

type MailBoxes = { [Name in keyof typeof MAILS]?: boolean };

/** The boxes of kinds of mail that are separated by commas. */
const boxesOf = (mails: string): MailBoxes =>
  Object.fromEntries(NOTICE_KINDS.map((kind) => [`mail_${kind}`, mails.split(',').includes(kind)]));

/** The kinds of mail, once some boxes are as given. */
const kindsOf = (mails: string, boxes: MailBoxes): string =>
  NOTICE_KINDS.filter((kind) => boxes[`mail_${kind}`] ?? mails.split(',').includes(kind)).join();

const change = changeAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    ...{ id: 'company', layout: 'sections' },
    fields: {
      ...COMPANY,
      ...COINS,
      ...NEWCOMERS,
      ...CONTESTS,
      ...RANKED,
      ...GROUPS,
      ...MAILS,
      ...LARGE,
    },
    groups: [
      ...[namesOf(COMPANY), namesOf(COINS), namesOf(NEWCOMERS)],
      ...[namesOf(CONTESTS), namesOf(RANKED), namesOf(GROUPS), namesOf(MAILS), namesOf(LARGE)],
    ],
    rows: [
      ['worth_of_100_coins', 'currency'],
      ['welcome_xp', 'welcome_coins'],
      ['ask_above_xp', 'ask_above_coins'],
    ],
    texts: ({ settings, forms, mail }) => ({
      button: forms.save,
      groups: [
        { title: settings.company, text: settings.companyText },
        { title: settings.coins, text: settings.coinsText },
        { title: settings.newcomers, text: settings.newcomersText },
        { title: settings.contests, text: settings.contestsText },
        { title: settings.rankings, text: settings.rankingsText },
        { title: settings.groups, text: settings.groupsText },
        { title: settings.mails, text: settings.mailsText },
        { title: settings.large, text: settings.largeText },
      ],
      fields: {
        name: { label: settings.name, hint: settings.nameHint },
        logo: { label: settings.logo, hint: settings.logoHint },
        remove_logo: settings.removeLogo,
        about: { label: settings.about, hint: settings.aboutHint },
        language: { label: settings.language, hint: settings.languageHint },
        time_zone: { label: settings.timeZone, hint: settings.timeZoneHint },
        worth_of_100_coins: { label: settings.worth, hint: settings.worthHint },
        currency: settings.currency,
        coins_per_100_xp: { label: settings.coinsForXp, hint: settings.coinsForXpHint },
        welcome_xp: settings.welcomeXp,
        welcome_coins: settings.welcomeCoins,
        welcome_reason: settings.welcomeReason,
        ties: settings.ties,
        ranking: settings.ranking,
        hide_names_in_api: settings.hideNamesInApi,
        smallest_group: { label: settings.smallestGroup, hint: settings.smallestGroupHint },
        managers_see_people: settings.managersSeePeople,
        mail_redemption: mail.kinds.redemption,
        mail_badge: mail.kinds.badge,
        mail_prize: mail.kinds.prize,
        mail_thanks: mail.kinds.thanks,
        mail_digest: mail.kinds.digest,
        mail_decision: mail.kinds.decision,
        mail_blocked: mail.kinds.blocked,
        ask_above_xp: settings.askAboveXp,
        ask_above_coins: settings.askAboveCoins,
      },
    }),
  }),
  submit: async (call, { changes: given, seen: before }) => {
    const { mails } = settingsOf(call.services.db, call.company.companyId);
    const { id } = requireCompany(call.services.db, call.company.companyId);
    const { logo: content, remove_logo: isRemoved, ...others } = given;
    const { remove_logo: _, ...shown } = before;
    const seen = { ...shown, logo: shownPicture(before.logo), mails: kindsOf(mails, before) };
    const uploaded = sentPicture('logo', content) ?? (isRemoved ? null : undefined);
    await namingOthers(call, id, () =>
      call.change('changeSettings', {
        changes: { ...others, mails: kindsOf(mails, given), logo: uploaded },
        seen,
      }),
    );
    return { done: html`${call.t.settings.changed}` };
  },
});

/** What the company decides about itself and its programme. */
export const settingsPage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: false,
  nav: {
    label: (t) => t.settings.title,
    icon: 'sliders',
    key: 't',
    group: 'system',
  },
  actions: [change],
  show: (call) => {
    const { t, services, company, href } = call;
    const { settings } = t;
    const isNamed = namesItself(services.db);
    const values = settingsOf(services.db, company.companyId);
    const zones = new Set([...listTimeZones(), values.time_zone]);
    const form = change.write(call, {
      values: { ...values, ...boxesOf(values.mails), logo: values.logo_url },
      options: {
        language: LANGUAGES.map((one) => [one, LANGUAGE_NAMES[one]]),
        time_zone: [...zones].map((one) => [one, one.replaceAll('_', ' ')]),
        currency: CURRENCIES.map((one) => [one, one]),
        ties: CHOOSABLE_TIES.map((one) => [one, described(settings.tiesChoices[one])]),
        ranking: RANKINGS.map((one) => [one, described(settings.rankingChoices[one])]),
      },
      left: [
        ...(isNamed ? [] : (['name'] as const)),
        ...(values.logo_url === null ? (['remove_logo'] as const) : []),
      ],
      fields: {
        logo: {
          label: settings.logo,
          hint: html`${logo(values.logo_url)}${settings.logoHint}`,
        },
      },
      above: isNamed ? html`` : explained(settings.namedByOperator),
      beside: html`<a class="btn" href="${href(PATH)}">${t.forms.discard}</a>`,
    });
    const health = html`<a href="${href('/health')}">${settings.health}</a>`;
    return {
      title: settings.title,
      body: html`${pageHead({ title: settings.title, lead: settings.lead({ health }) })}
${form}
${whoSeesWhat(t)}`,
    };
  },
});

const described = ({ title, text }: { title: string; text: string }): Html =>
  html`<b>${title}</b><span class="muted">${text}</span>`;

const whoSeesWhat = ({ settings, accounts }: Messages): Html =>
  html`<section class="sect" aria-labelledby="sees"><div><h2 id="sees">${settings.sees}</h2>${explained(settings.seesText)}</div><div>${facts(
    ROLES.map((role) => [accounts.roles[role], settings.seesWhat[role]]),
  )}</div></section>`;
