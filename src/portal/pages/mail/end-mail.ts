import { html } from '../../../http/response/html.ts';
import { requireCompany } from '../../../service/company/company-write.ts';
import { readUnsubscribeToken } from '../../../service/mail/unwanted-mail.ts';
import { openFormAction } from '../../forms/action.ts';
import { buttonForm } from '../../forms/form.ts';
import { choicesPath } from '../../mail/choices-path.ts';
import { explained } from '../../view/panel.ts';
import { defineOpenPage } from '../page.ts';

const PATH = '/mails/:secret';

/** As RFC 8058 has it: programs for mail send it without a page, a cookie or a redirect. */
const end = openFormAction({
  path: PATH,
  isFromAnywhere: true,
  form: buttonForm('end-mail', ({ mail }) => mail.ending.title),
  submit: async (visit) => {
    const { companyId, number, kind } = readUnsubscribeToken(
      visit.services.db,
      visit.params.secret,
    );
    const by = { companyId, account: 'unsubscribe' };
    await visit.changeAs(by, 'refuseMail', { number, kind });
    const { ending, kinds } = visit.t.mail;
    return {
      title: ending.ended,
      body: html`<h1>${ending.ended}</h1>
${explained(ending.endedText({ kind: kinds[kind] }))}
<p class="field"><a class="btn" href="/portal${choicesPath(kind)}">${ending.openPage}</a></p>`,
    };
  },
});

/** Only reading it changes nothing: scanners of mail follow links, too. */
export const endMailPage = defineOpenPage({
  path: PATH,
  actions: [end],
  show: (visit) => {
    const { db } = visit.services;
    const { companyId, kind } = readUnsubscribeToken(db, visit.params.secret);
    const { ending, kinds } = visit.t.mail;
    const { name: company } = requireCompany(db, companyId);
    return {
      title: ending.title,
      body: html`<h1>${ending.title}</h1>
${explained(ending.text({ kind: kinds[kind], company }))}
${end.write(visit, { params: visit.params, kind: 'pri wide' })}`,
    };
  },
});
