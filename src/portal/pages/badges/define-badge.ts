import { html } from '../../../http/response/html.ts';
import { formAction } from '../../forms/action.ts';
import { sentPicture } from '../../forms/sent-picture.ts';
import { strong } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { formPanel } from '../../view/panel.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';
import { newBadgeForm } from './badge-form.ts';

const PATH = '/define-badge';

const define = formAction({
  path: PATH,
  roles: EDITORS,
  form: newBadgeForm,
  submit: async (call, { icon, ...definition }) => {
    const { code, name } = await call.change('createBadge', {
      ...definition,
      icon: sentPicture('icon', icon),
    });
    return {
      to: call.href(`/badges/${encodeURIComponent(code)}`),
      done: call.t.badges.isDefined({ name: strong(name) }),
    };
  },
});

/** Defines a badge. */
export const defineBadgePage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  actions: [define],
  show: (call) => {
    const { badges } = call.t;
    const above = { href: call.href('/badges'), label: badges.title };
    const form = define.write(call, {
      values: { category: 'milestone', rarity: 'common' },
      cancel: above.href,
    });
    return {
      title: badges.define,
      current: '/badges',
      body: html`${pageHead({ title: badges.define, above })}
${formPanel(form)}`,
    };
  },
});
