import { CURRENCIES, MAX_WORTH_OF_100 } from '../../../domain/coin-worth.ts';
import { CHOOSABLE_TIES } from '../../../domain/contest.ts';
import { html } from '../../../http/response/html.ts';
import { MAX_COMPANY_NAME } from '../../../service/company/companies.ts';
import { requireCompany } from '../../../service/company/company-write.ts';
import { namesItself, settingsOf } from '../../../service/company/settings.ts';
import { MAX_PER_100_XP } from '../../../service/xp/coins-for-xp.ts';
import { MAX_ENTRY_AMOUNT } from '../../../service/xp/ledger-entries.ts';
import { changeAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { check, choice, money, picture, text, whole } from '../../forms/kinds.ts';
import { sentPicture } from '../../forms/sent-picture.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, formPanel } from '../../view/panel.ts';
import { namingOthers } from '../audit/naming-others.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';

const PATH = '/settings';

const FIELDS = {
  name: text({ max: MAX_COMPANY_NAME }),
  logo: picture(),
  remove_logo: check(),
  ask_above_xp: whole({ min: 1, max: MAX_ENTRY_AMOUNT }),
  ask_above_coins: whole({ min: 1, max: MAX_ENTRY_AMOUNT }),
  coins_per_100_xp: whole({ min: 0, max: MAX_PER_100_XP }),
  worth_of_100_coins: money(MAX_WORTH_OF_100),
  currency: choice(CURRENCIES),
  ties: choice(CHOOSABLE_TIES),
};

const change = changeAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    ...{
      id: 'company',
      fields: FIELDS,
      rows: [
        ['ask_above_xp', 'ask_above_coins'],
        ['worth_of_100_coins', 'currency'],
      ],
    },
    texts: ({ settings, forms }) => ({
      button: forms.save,
      fields: {
        name: { label: settings.name, hint: settings.nameHint },
        logo: { label: settings.logo, hint: settings.logoHint },
        remove_logo: settings.removeLogo,
        ask_above_xp: { label: settings.askAboveXp, hint: settings.askAboveHint },
        ask_above_coins: settings.askAboveCoins,
        coins_per_100_xp: { label: settings.coinsForXp, hint: settings.coinsForXpHint },
        worth_of_100_coins: { label: settings.worth, hint: settings.worthHint },
        currency: settings.currency,
        ties: settings.ties,
      },
    }),
  }),
  submit: async (call, { changes: given, seen: before }) => {
    const { id } = requireCompany(call.services.db, call.company.companyId);
    const { logo: content, remove_logo: isRemoved, ...others } = given;
    const { logo: _, remove_logo: __, ...seen } = before;
    const logo = sentPicture('logo', content) ?? (isRemoved ? null : undefined);
    await namingOthers(call, id, () =>
      call.change('changeSettings', { changes: { ...others, logo }, seen }),
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
    const { t, services, company } = call;
    const { settings } = t;
    const isNamed = namesItself(services.db);
    const values = settingsOf(services.db, company.companyId);
    const form = change.write(call, {
      values,
      options: {
        currency: CURRENCIES.map((one) => [one, one]),
        ties: CHOOSABLE_TIES.map((one) => [one, t.contests.ties[one]]),
      },
      left: [
        ...(isNamed ? [] : (['name'] as const)),
        ...(values.logo_url === null ? (['remove_logo'] as const) : []),
      ],
      above: isNamed ? html`` : explained(settings.namedByOperator),
    });
    return {
      title: settings.title,
      body: html`${pageHead({ title: settings.title, lead: settings.lead })}
${formPanel(form)}`,
    };
  },
});
