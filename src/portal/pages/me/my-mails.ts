import { NOTICE_KINDS } from '../../../domain/mail/mail-kind.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { sendsMail } from '../../../service/mail/outbox.ts';
import { mailAddressOf } from '../../../service/mail/receiver.ts';
import { mailChoices } from '../../../service/mail/unwanted-mail.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { picks } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { panel } from '../../view/panel.ts';

/** What somebody is told of by mail. */
export const chooseMails = formAction({
  path: '/me/mails',
  roles: ROLES,
  form: defineForm({
    id: 'mails',
    fields: { mails: picks() },
    texts: ({ mail: { choosing } }) => ({
      ...{ button: choosing.button, refused: choosing.refused },
      fields: { mails: choosing.label },
    }),
  }),
  submit: async (call, { mails }) => {
    const { companyId, id: account } = call.session;
    await call.changeAs({ companyId, account }, 'chooseMails', { wanted: [...mails] });
    return { done: html`${call.t.mail.choosing.saved}` };
  },
});

/** Nothing where there is nothing to choose: no mail, no email, or a company that tells of nothing. */
export function mailsPanel(call: Call, me: EmployeeRow): Html {
  const { t, services, company } = call;
  const address = mailAddressOf(me);
  if (address === null || !sendsMail(services.db)) return html``;
  const { offered, wanted } = mailChoices(services.db, company.companyId, me.number);
  if (offered.length === 0) return html``;
  const { choosing, kinds } = t.mail;
  const form = chooseMails.write(call, {
    values: { mails: wanted },
    options: {
      mails: NOTICE_KINDS.filter((kind) => offered.includes(kind)).map((kind) => [
        kind,
        kinds[kind],
      ]),
    },
    below: html`<p class="hint">${choosing.goesTo({ email: address })}</p>`,
  });
  return panel({ id: 'my-mails', title: choosing.title, isNarrow: true }, form);
}
