import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../domain/language.ts';
import { Html, html } from '../../../http/response/html.ts';
import { openFormAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { choice } from '../../forms/kinds.ts';
import { writeForm } from '../../forms/write-form.ts';
import type { Visit } from '../../request/call.ts';

const PATH = '/sign-in/language';

const form = defineForm({
  id: 'language',
  fields: { language: choice(LANGUAGES) },
  texts: ({ accounts, forms }) => ({
    button: forms.save,
    fields: { language: accounts.language },
  }),
});

/** Keeps in a browser in which language it shows the portal to whoever has not chosen one of their own. */
export const chooseInBrowser = openFormAction({
  path: PATH,
  form,
  submit: async ({ query }, { language }) => {
    const asked = query.toString();
    return { to: `/portal/sign-in${asked === '' ? '' : `?${asked}`}`, language };
  },
});

/** Every language in its own name, as buttons. @param query of the page, which is kept */
export const languageButtons = ({ t }: Visit, query: string): Html =>
  html`<nav class="langs" aria-label="${t.accounts.language}">${writeForm(form, {
    ...{ t, action: `/portal${PATH}${query}`, refusal: undefined, left: ['language'] },
    buttons: LANGUAGES.map((language) => ({
      ...{ className: 'link', value: ['language', language] as const },
      label: named(language, t.language),
    })),
  })}</nav>`;

const named = (language: Language, current: string): Html =>
  html`<span lang="${language}"${language === current ? new Html(' aria-current="true"') : ''}>${LANGUAGE_NAMES[language]}</span>`;
