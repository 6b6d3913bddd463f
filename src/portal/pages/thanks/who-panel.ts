import type { Board } from '../../../domain/board/board.ts';
import { MAX_RECEIVERS } from '../../../domain/kudos.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Call } from '../../request/call.ts';
import { linesOf, sub } from '../../view/cells.ts';
import { icon } from '../../view/icons.ts';
import { isolated, unseen } from '../../view/marks.ts';
import { explained } from '../../view/panel.ts';
import { avatar, personName } from '../../view/person.ts';
import { searchByName } from '../boards/standings.ts';
import { FORM, GIVE } from './give-form.ts';
import { type Candidate, candidatesOf, type Receiver, teamOf } from './receivers.ts';

/** A button of the form that sends it without asking for what is not filled in yet. */
const button = (
  { href }: Call,
  options: { name?: string; value?: string; className?: string; attributes?: Html },
  label: Html | string,
): Html =>
  html`<button class="${options.className ?? 'btn s'}" formaction="${href(`${GIVE}/who`)}#${FORM}-who" formnovalidate${options.name && html` name="${options.name}" value="${options.value}"`}${options.attributes}>${label}</button>`;

const named = ({ t }: Call, { name }: Candidate): Html => personName(t, { name, email: null });

/** Whom somebody thanks: who is chosen, and a search for others. It stands in the form. */
export const whoPanel = {
  /** The numbers of the people whom a search finds. */
  search: (call: Call, sought: string): Promise<number[]> =>
    sought.trim() === '' ? Promise.resolve([]) : searchByName(call, sought.trim(), undefined),

  write(
    call: Call,
    options: {
      me: EmployeeRow;
      board: Board;
      receivers: readonly Receiver[];
      sought: string;
      found: readonly number[];
    },
  ): Html {
    const { t, refusal } = call;
    const { receivers, sought } = options;
    const chips = receivers.map(
      (one) =>
        html`<li>${avatar(one.name ?? '?')}<span>${named(call, one)}</span>${button(call, { name: 'remove', value: one.id, className: 'remove' }, html`${icon('x')}${unseen(t.thanks.removePerson({ person: isolated(one.name ?? '') }))}`)}</li>`,
    );
    const { q: error } = refusal?.fields ?? {};
    const described = html` aria-describedby="${error ? `${FORM}-q-error ` : ''}${FORM}-q-hint"`;
    // The first button is the one that the Enter key presses.
    return html`<div class="panel" id="${FORM}-who"><div class="pad"><div class="field"><label for="${FORM}-q">${t.thanks.who}</label>${button(call, { className: 'vh', attributes: html` tabindex="-1" aria-hidden="true"` }, t.thanks.search)}${chips.length === 0 ? '' : html`<ul class="chosen">${chips}</ul>`}
<div class="row seek"><div class="search">${icon('search')}<input class="input" type="search" id="${FORM}-q" name="q" value="${sought}" maxlength="200" autocomplete="off"${described}${error && html` aria-invalid="true"`}></div>${button(call, { className: 'btn' }, t.thanks.search)}</div>${error && html`<p class="error" id="${FORM}-q-error">${error}</p>`}<p class="hint" id="${FORM}-q-hint">${t.thanks.upTo({ count: MAX_RECEIVERS })}</p></div></div>${offer(call, options)}</div>`;
  },
};

/** Who was found, or, before anybody is chosen, some people of the team. */
function offer(
  call: Call,
  { me, board, receivers, sought, found }: Parameters<typeof whoPanel.write>[1],
): Html {
  const { t } = call;
  const isSearch = sought.trim() !== '';
  if (!isSearch && receivers.length > 0) return html``;
  const chosen = new Set(receivers.map(({ id }) => id));
  const people = isSearch ? candidatesOf(call, found) : teamOf(call, me, board);
  const offered = people.filter(({ id, number }) => !chosen.has(id) && number !== me.number);
  if (offered.length === 0) {
    return isSearch
      ? html`<div class="pad">${explained(t.thanks.nobodyFound({ search: sought }))}</div>`
      : html``;
  }
  const lines = offered.map(
    (one) =>
      html`<li>${avatar(one.name ?? '?')}<div class="grow"><p class="strong">${named(call, one)}</p>${sub([one.departmentName, one.takesPart ? null : t.thanks.takesNoPart].filter(Boolean).join(', '))}</div>${
        one.takesPart && receivers.length < MAX_RECEIVERS
          ? button(
              call,
              { name: 'add', value: one.id },
              t.thanks.addPerson({ person: unseen(one.name ?? '') }),
            )
          : ''
      }</li>
`,
  );
  return linesOf(lines);
}
