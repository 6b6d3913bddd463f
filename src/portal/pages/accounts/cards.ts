import { html } from '../../../http/response/html.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { optional, pick, several } from '../../forms/kinds.ts';
import { pageHead } from '../../view/page-head.ts';
import { panel } from '../../view/panel.ts';
import { departmentChoices } from '../departments/department-choices.ts';
import { definePage } from '../page.ts';
import { isSelection, selectedFields, selectedIn, sentOrAsked } from '../people/selected.ts';
import { EDITORS } from '../roles.ts';
import { numbersOfSelected, selectedValues, whomSelected } from './invited.ts';
import { newCards } from './new-cards.ts';

const PATH = '/cards';

const print = formAction({
  path: PATH,
  roles: EDITORS,
  needsPassword: true,
  form: defineForm({
    id: 'cards',
    fields: {
      ...selectedFields(),
      department: optional(pick()),
      again: optional(several(['again'])),
    },
    texts: ({ cards }) => ({
      ...{ button: cards.makeCards, refused: cards.noCards },
      fields: {
        department: { label: cards.whom, hint: cards.whomHint },
        again: { label: cards.cardsThatWork, options: { again: cards.again } },
      },
    }),
  }),
  submit: async (call, { department, again, ...sent }) => {
    const numbers = await numbersOfSelected(call, sent, department);
    const { people } = await call.change('printCards', {
      ...{ department: department ?? undefined, numbers, again: again !== null },
      by: call.session.role,
    });
    return { done: newCards(call, people, call.href(PATH)) };
  },
});

/** Cards for people without an email, or for those who were selected. */
export const cardsPage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: false,
  actions: [print],
  show: (call) => {
    const { t, href } = call;
    const { cards } = t;
    const asked = sentOrAsked(call);
    const isOfSelected = isSelection(selectedIn(asked));
    const form = print.write(call, {
      values: selectedValues(asked),
      options: { department: departmentChoices(call, cards.everybody) },
      left: asked.has('person') ? ['department'] : [],
    });
    const head = pageHead({
      title: cards.title,
      lead: cards.lead,
      above: { href: href('/invitations'), label: t.invitations.title },
    });
    return {
      title: cards.title,
      current: '/invitations',
      body: html`${head}${panel({ id: 'cards', title: cards.print, isNarrow: true }, [
        isOfSelected ? html`<p>${whomSelected(call, asked)} ${cards.whomSelected}</p>` : html``,
        form,
      ])}`,
    };
  },
});
