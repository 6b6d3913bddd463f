import { KUDOS_REACTIONS, type KudosReaction } from '../../../domain/kudos.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { Kudos } from '../../../service/kudos/kudos-posts.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { type Icon, icon } from '../../view/icons.ts';
import { unseen } from '../../view/marks.ts';
import { addressOf, choiceOf } from './feed-choice.ts';
import { requireMe } from './who-thanks.ts';

const SIGNS: Readonly<Record<KudosReaction, Icon>> = {
  lovely: 'heart',
  great_work: 'star',
  learned: 'bulb',
  smile: 'smile',
  me_too: 'thumb',
};

/** What the address says where the page of one of the thanks is left for a moment, in place of the feed. */
const ALONE = 'alone';

/** Adds a reaction of whoever is signed in, or takes it away. */
export const react = formAction({
  path: '/thanks/:id/react',
  roles: ROLES,
  of: requireMe,
  form: defineForm({
    ...{ id: 'react', fields: { add: hidden(), remove: hidden() } },
    texts: ({ thanks }) => ({ button: thanks.react, fields: {} }),
  }),
  submit: async (call, { add, remove }, { subject: me }) => {
    const { id } = call.params;
    await call.change('reactToThanks', {
      ...{ employeeNumber: me.number, departmentNumber: me.departmentNumber, kudos: id },
      ...{ kind: add || remove, on: add !== '' },
    });
    const isAlone = call.query.has(ALONE);
    return {
      to: isAlone ? call.href(`/thanks/${id}`) : `${addressOf(call, choiceOf(call))}#thanks-${id}`,
    };
  },
});

/** The reactions to thanks, as buttons for whoever can react. */
export function reactionsOf(
  call: Call,
  { id, reactions, reacted }: Kudos,
  { canReact, isAlone }: { canReact: boolean; isAlone: boolean },
): Html {
  const { t } = call;
  const label = (kind: KudosReaction) => {
    const people = reactions[kind] ?? 0;
    return html`${icon(SIGNS[kind])}${people === 0 ? '' : html`<span class="num">${t.format.number(people)}</span>`}${unseen(t.thanks.reactions[kind])}`;
  };
  if (!canReact) {
    const shown = KUDOS_REACTIONS.filter((kind) => reactions[kind]);
    return html`<div class="reacts">${shown.map((kind) => html`<span class="react" title="${t.thanks.reactions[kind]}">${label(kind)}</span>`)}</div>`;
  }
  const feed = addressOf(call, choiceOf(call)).split('?')[1];
  return html`<div class="reacts">${react.write(call, {
    params: { id },
    query: isAlone ? `?${ALONE}` : feed ? `?${feed}` : '',
    left: ['add', 'remove'],
    buttons: KUDOS_REACTIONS.map((kind) => {
      const isPressed = reacted.includes(kind);
      return {
        ...{ label: label(kind), title: t.thanks.reactions[kind], className: 'react', isPressed },
        value: [isPressed ? 'remove' : 'add', kind],
      };
    }),
  })}</div>`;
}
