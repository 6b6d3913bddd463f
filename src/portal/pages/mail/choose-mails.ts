import type { NoticeKind, Receiver } from '../../../domain/mail/mail-kind.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { sendsMail } from '../../../service/mail/outbox.ts';
import { mailChoices, type Told } from '../../../service/mail/unwanted-mail.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { picks } from '../../forms/kinds.ts';
import { CHOICES_PAGES } from '../../mail/choices-path.ts';
import type { Call } from '../../request/call.ts';
import { panel } from '../../view/panel.ts';

const form = defineForm({
  id: 'mails',
  fields: { mails: picks() },
  texts: ({ mail: { choosing } }) => ({
    ...{ button: choosing.button, refused: choosing.refused },
    fields: { mails: choosing.label },
  }),
});

const choosing = (receiver: Receiver) =>
  formAction({
    ...{ path: `${CHOICES_PAGES[receiver]}/mails`, roles: ROLES, form },
    submit: async (call, { mails }) => {
      const { companyId, id: account } = call.session;
      const wanted = [...mails];
      await call.changeAs({ companyId, account }, 'chooseMails', { receiver, wanted });
      return { done: html`${call.t.mail.choosing.saved}` };
    },
  });

/** What somebody is told of by mail, in either capacity. */
export const chooseMails = { employee: choosing('employee'), account: choosing('account') };

/**
 * Nothing where there is nothing to choose: no mail, no email, or a company that tells of nothing.
 *
 * @param address where the mails go; null for nowhere
 * @param kinds all that there are for somebody like them
 */
export function mailsPanel(
  call: Call,
  { told, address, kinds }: { told: Told; address: string | null; kinds: readonly NoticeKind[] },
): Html {
  const { t, services } = call;
  if (address === null || !sendsMail(services.db)) return html``;
  const { offered, wanted } = mailChoices(services.db, told, kinds);
  if (offered.length === 0) return html``;
  const { choosing: words, kinds: names } = t.mail;
  const written = chooseMails[told.receiver].write(call, {
    values: { mails: wanted },
    options: { mails: offered.map((kind) => [kind, names[kind]]) },
    below: html`<p class="hint">${words.goesTo({ email: address })}</p>`,
  });
  return panel({ id: 'my-mails', title: words.title, isNarrow: true }, written);
}
