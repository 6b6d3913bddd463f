import { DAY_MS } from '../../domain/duration.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { html } from '../../http/html.ts';
import type { Action, Page } from '../page.ts';
import { contestFields, readContest } from '../parts/contest-form.ts';
import { onceField, summary } from '../parts/form.ts';
import { EDITORS } from '../roles.ts';

const PATH = '/contests/new';

/** A contest to be created. */
export const newContestPage: Page = {
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  show: (call) => {
    const { href, refusal, now } = call;
    const first_day = isoTime(now + DAY_MS).slice(0, 10);
    const rules = {
      ...{ name: '', first_day, last_day: '', departments: [], prizes: [] },
      ties: 'shared' as const,
    };
    return {
      title: 'New contest',
      current: '/contests',
      body: html`<div class="head"><div><p class="crumb"><a href="${href('/contests')}">Contests</a></p><h1>New contest</h1><p class="lead">People are ranked by the XP that they earn on these days.</p></div></div>
<section class="panel form"><div class="pad"><form method="post" action="${href(PATH)}">${onceField()}${summary('No contest was created.', refusal)}
${contestFields(call, { rules, isFixed: false }, refusal)}
<p class="row field"><button class="btn pri">Create contest</button><a class="btn q" href="${href('/contests')}">Cancel</a></p></form></div></section>`,
    };
  },
};

export const createContestAction: Action = {
  path: PATH,
  roles: EDITORS,
  page: newContestPage,
  submit: async (call, form) => {
    const { id, name } = await call.change('createContest', readContest(form));
    return { to: call.href(`/contests/${id}`), done: html`<b>${name} is created.</b>` };
  },
};
