import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../domain/language.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { choice, optional } from '../../forms/kinds.ts';
import { loadMessages } from '../../languages/catalogues.ts';
import type { Call } from '../../request/call.ts';
import { panel } from '../../view/panel.ts';

/** In which language somebody reads the portal and their mail. */
export const chooseLanguage = formAction({
  path: '/account/language',
  roles: ROLES,
  form: defineForm({
    id: 'language',
    fields: { language: optional(choice(LANGUAGES)) },
    texts: ({ accounts, forms }) => ({
      button: forms.save,
      fields: {
        language: {
          label: accounts.language,
          hint: accounts.languageHint,
          options: { '': accounts.asBrowser, ...LANGUAGE_NAMES },
        },
      },
    }),
  }),
  submit: async (call, { language }) => {
    const { companyId, id: account } = call.session;
    await call.changeAs({ companyId, account }, 'chooseLanguage', { account, language });
    const chosen = language && (await loadMessages(language, call.t.format.zone));
    return { done: html`${(chosen || call.t).accounts.languageChosen}` };
  },
});

/** The own choice, which counts before what the browser asks for. */
export const languagePanel = (call: Call): Html =>
  panel(
    { id: 'my-language', title: call.t.accounts.language, isNarrow: true },
    chooseLanguage.write(call, { values: { language: call.session.language as never } }),
  );

/** Says on another page in which language somebody reads, and leads to the choice. */
export const languageLine = ({ t }: Call): Html => {
  const language = LANGUAGE_NAMES[t.language as Language];
  return html`<p class="small"><a href="/portal/account#my-language">${t.accounts.languageIs({ language })}</a></p>`;
};
