import type { KudosVisibility } from '../../../domain/kudos.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { Kudos, KudosPerson } from '../../../service/kudos/kudos-posts.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { type Icon, icon } from '../../view/icons.ts';
import { unseen } from '../../view/marks.ts';
import { avatar, personName } from '../../view/person.ts';
import { timeElement } from '../../view/time.ts';

/** Of more receivers, only the first two are named. */
const NAMED = 3;

const SIGNS: Readonly<Record<KudosVisibility, Icon>> = {
  company: 'building',
  department: 'people',
  private: 'lock',
};

type NameOf = (person: KudosPerson) => Html;

const nameIn =
  (t: Messages): NameOf =>
  ({ name }) =>
    html`<b>${personName(t, { name, email: null })}</b>`;

/** Who is named in thanks, with a mark at whoever looks. */
const nameTo =
  ({ t }: Call, me: EmployeeRow | undefined): NameOf =>
  (person) =>
    person.employee_id === me?.id
      ? html`${nameIn(t)(person)} <span class="chip ok">${t.thanks.you}</span>`
      : nameIn(t)(person);

/** Names in a sentence; of many, how many more. @param isWhole whether all are named */
export function namesOf(
  t: Messages,
  people: readonly KudosPerson[],
  { nameOf = nameIn(t), isWhole = false }: { nameOf?: NameOf; isWhole?: boolean | undefined } = {},
): Html {
  const shown = isWhole || people.length <= NAMED ? people : people.slice(0, NAMED - 1);
  const more = people.length - shown.length;
  return t.format.allOfHtml([
    ...shown.map(nameOf),
    ...(more === 0 ? [] : [html`${t.thanks.morePeople({ count: more })}`]),
  ]);
}

/** Between who thanked and who was thanked. */
export const arrow = (t: Messages): Html =>
  html`<span class="arrow flip">${icon('arrow')}</span>${unseen(t.thanks.thanked)}`;

/** Who may see thanks: a sign, and a word. */
export const visibilityOf = (
  { t }: Call,
  { visibility, to }: Pick<Kudos, 'visibility' | 'to'>,
): Html =>
  html`<span class="seen-by">${icon(SIGNS[visibility], 14)}${t.thanks.seenBy[visibility]({ count: to.length + 1 })}</span>`;

/** Points, value, who may see it, and when. */
const factsOf = (call: Call, post: Kudos): Html => {
  const { t, now } = call;
  const { points, to, value } = post;
  const each = { points, count: to.length };
  return html`<p class="facts-line small muted">${points === 0 ? '' : html`<b>${t.thanks.pointsEach(each)}</b>`}<span class="chip">${value.name}</span><span class="brk"></span>${visibilityOf(call, post)}${post.state === 'reported' ? html`<span class="chip warn">${t.thanks.isReported}</span>` : ''}<span class="when">${timeElement(t, post.given_at, now)}</span></p>`;
};

/** Thanks as people see them. @param options.below what can be done with them @param options.isWhole whether all are named */
export function postView(
  call: Call,
  me: EmployeeRow | undefined,
  post: Kudos,
  options: { below?: Html; isWhole?: boolean } = {},
): Html {
  const { t } = call;
  const nameOf = nameTo(call, me);
  const names = namesOf(t, post.to, { nameOf, isWhole: options.isWhole });
  return html`<div class="post">${avatar(post.from.name ?? '?')}<div class="grow"><p class="names">${nameOf(post.from)} ${arrow(t)} ${names}</p>${factsOf(call, post)}<p class="own-words">${post.message ?? html`<span class="muted">${t.thanks.noMessage}</span>`}</p>${options.below}</div></div>`;
}
