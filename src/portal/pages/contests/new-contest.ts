import { DAY_MS } from '../../../domain/duration.ts';
import { dayOf } from '../../../domain/iso-time.ts';
import { html } from '../../../http/response/html.ts';
import { programmeOf } from '../../../service/company/programme.ts';
import { formAction } from '../../forms/action.ts';
import { askingAgain, leftUnlessAsked } from '../../forms/amount-again.ts';
import { defineForm } from '../../forms/form.ts';
import { strong } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { formPanel } from '../../view/panel.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';
import {
  CONTEST_FIELDS,
  CONTEST_ROWS,
  contestOptions,
  contestTexts,
  rulesIn,
} from './contest-form.ts';

const PATH = '/contests/new';

const create = formAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    ...{ id: 'contest', fields: CONTEST_FIELDS, rows: CONTEST_ROWS },
    texts: (t) => ({
      ...{ button: t.contests.createThis, refused: t.contests.notCreated },
      fields: contestTexts(t),
    }),
  }),
  submit: async (call, values) => {
    const { contests } = call.t;
    const input = { ...rulesIn(values), repeated: values.again };
    const change = call.change('createContest', input);
    const { id, name } = await askingAgain(call, change, contests.moreThan);
    const done = contests.created({ name: strong(name) });
    return { to: call.href(`/contests/${id}`), done };
  },
});

/** A contest to be created. */
export const newContestPage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  actions: [create],
  show: (call) => {
    const { t, href, now, services, company } = call;
    const { title, newContest, newLead } = t.contests;
    const { ties } = programmeOf(services.db, company.companyId);
    const above = { href: href('/contests'), label: title };
    const form = create.write(call, {
      values: { first_day: dayOf(now + DAY_MS), counts: 'xp', ties },
      options: contestOptions(call, { departments: [], ties }),
      left: leftUnlessAsked(call, create),
      cancel: above.href,
    });
    return {
      title: newContest,
      current: '/contests',
      body: html`${pageHead({ title: newContest, lead: newLead, above })}
${formPanel(form)}`,
    };
  },
});
