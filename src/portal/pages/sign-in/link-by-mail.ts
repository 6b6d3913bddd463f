import { type Html, html } from '../../../http/response/html.ts';
import { describeError } from '../../../service/operations/log.ts';
import { defineForm } from '../../forms/form.ts';
import { optional, text } from '../../forms/kinds.ts';
import { writeForm } from '../../forms/write-form.ts';
import type { Visit } from '../../request/call.ts';
import type { Outcome } from '../../request/outcome.ts';
import { icon } from '../../view/icons.ts';
import { strong } from '../../view/marks.ts';
import { explained } from '../../view/panel.ts';
import { defineOpenPage } from '../page.ts';
import { findCompany } from './company.ts';

const SENT_PATH = '/sign-in/sent';

/** Sent to where a password is sent, with a button that says what it is for. */
const linkForm = defineForm({
  id: 'link-by-mail',
  fields: {
    company: { ...optional(text({ max: 1_000, autocomplete: 'organization' })), isRequired: true },
    email: text({ max: 256, autocomplete: 'email' }),
  },
  texts: ({ signIn }) => ({
    ...{ button: signIn.sendLink, refused: signIn.notSignedIn },
    fields: {
      company: signIn.company,
      email: { label: signIn.workEmail, hint: signIn.linkHint },
    },
  }),
});

/** The form with which somebody asks for a link. @param on.isMain whether nothing else on the page comes first */
export const writeLinkForm = (
  { t }: Visit,
  on: {
    query: string;
    values: { company: string | null };
    left: readonly string[];
    isMain: boolean;
  },
): Html =>
  writeForm(linkForm, {
    ...{ t, action: `/portal/sign-in${on.query}`, refusal: undefined, values: on.values },
    left: on.left.includes('company') ? ['company'] : [],
    buttons: [
      {
        label: html`${icon('mail')}${t.signIn.sendLink}`,
        ...{ kind: on.isMain ? 'pri wide' : 'wide', value: ['link', '1'] },
      },
    ],
    ...(on.isMain && { focus: 'email' }),
  });

/**
 * Leads to one answer for every address, before anything is looked up: how long it takes says nothing about the address
 * either.
 *
 * @throws EngagedError `rate_limit_exceeded`
 */
export async function askForLink(
  visit: Visit,
  { company: named, email }: { company: string | null; email: string },
): Promise<Outcome> {
  const { linkRequests, guesserOf, now, services, client } = visit;
  linkRequests.note(guesserOf(`link ${email}`), now);
  const order = async () => {
    const companyId = findCompany(services.db, named)?.companyId;
    if (companyId === undefined) return;
    await visit.changeAs({ companyId, account: 'sign-in' }, 'requestLink', { email, client });
  };
  setImmediate(() =>
    order().catch((error) => services.log.warn('link_not_sent', describeError(error))),
  );
  return { to: `/portal${SENT_PATH}?${new URLSearchParams({ email })}` };
}

/** Says the same of every address. */
export const linkSentPage = defineOpenPage({
  path: SENT_PATH,
  show: ({ t: { signIn }, query }) => ({
    title: signIn.checkMail,
    body: html`<h1>${signIn.checkMail}</h1>
<p class="field">${signIn.ifSomebody({ email: (query.get('email') ?? '').slice(0, 256), strong })}</p>
${explained(signIn.sameForAll)}
<p class="row field"><a class="btn" href="/portal/sign-in">${signIn.otherAddress}</a><a class="btn q" href="/portal/sign-in#with-card">${signIn.haveCard}</a></p>`,
  }),
});
