import type { KudosVisibility } from '../../../domain/kudos.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { Kudos, KudosPerson } from '../../../service/kudos/kudos-posts.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
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

/** Who is named in thanks, with a mark at whoever looks. */
const nameIn = ({ t }: Call, me: EmployeeRow | undefined, person: KudosPerson): Html => {
  const name = html`<b>${personName(t, { name: person.name, email: null })}</b>`;
  return person.employee_id === me?.id
    ? html`${name} <span class="chip ok">${t.thanks.you}</span>`
    : name;
};

/** Who was thanked; of many, how many more. @param isWhole whether all are named */
function receiversOf(
  call: Call,
  me: EmployeeRow | undefined,
  { to }: Pick<Kudos, 'to'>,
  isWhole = false,
): Html {
  const { t } = call;
  const shown = isWhole || to.length <= NAMED ? to : to.slice(0, NAMED - 1);
  const more = to.length - shown.length;
  return t.format.allOfHtml([
    ...shown.map((one) => nameIn(call, me, one)),
    ...(more === 0 ? [] : [html`${t.thanks.morePeople({ count: more })}`]),
  ]);
}

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
  const from = nameIn(call, me, post.from);
  const to = receiversOf(call, me, post, options.isWhole);
  const arrow = html`<span class="arrow flip">${icon('arrow')}</span>${unseen(t.thanks.thanked)}`;
  return html`<div class="post">${avatar(post.from.name ?? '?')}<div class="grow"><p class="names">${from} ${arrow} ${to}</p>${factsOf(call, post)}<p class="own-words">${post.message ?? html`<span class="muted">${t.thanks.noMessage}</span>`}</p>${options.below}</div></div>`;
}
