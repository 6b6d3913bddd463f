import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { emptyPanel } from '../../view/panel.ts';
import { definePage, type Page } from '../page.ts';
import { coinsPanel, xpPanel } from '../people/person-xp.ts';
import { findMe, noEmployee } from './find-me.ts';

const ledgerPage = (
  path: string,
  titleIn: (t: Messages) => string,
  ledgerOf: (call: Call, me: EmployeeRow, path: string) => Html | undefined,
): Page =>
  definePage({
    path,
    roles: ROLES,
    isOfCompany: false,
    show: (call) => {
      const me = findMe(call);
      if (!me) return noEmployee(call);
      const title = titleIn(call.t);
      const { nothingHere, noXpYet } = call.t.me;
      const nothing = emptyPanel({ icon: 'medal', title: nothingHere, text: noXpYet });
      const above = { href: '/portal/me', label: call.t.me.title };
      return {
        title,
        current: '/me',
        body: html`${pageHead({ title, above })}
${ledgerOf(call, me, `/portal${path}`) ?? nothing}`,
      };
    },
  });

/** One's own XP and coins, entry by entry. */
export const myXpPage = ledgerPage('/me/xp', (t) => t.me.myXp, xpPanel);
export const myCoinsPage = ledgerPage('/me/coins', (t) => t.me.myCoins, coinsPanel);
