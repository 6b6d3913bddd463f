import {
  MAX_PRIZES,
  type Prize,
  parsePrize,
  ranksOf,
  TIES,
  type Ties,
} from '../../domain/contest.ts';
import { EngagedError } from '../../domain/errors.ts';
import { type Html, html } from '../../http/html.ts';
import type { ContestRulesShown } from '../../service/contests/contests.ts';
import * as badges from '../../store/badges.ts';
import type { Call } from '../page.ts';
import { field, type Refusal, Refused, select } from './form.ts';
import { departmentChoices } from './standings.ts';

/** Empty lines for further prizes. */
const MORE_PRIZES = 2;
const MIN_PRIZES = 3;

/** A form adds one department at a time, so that nobody chooses more in one that is refused. */
const MAX_KEPT = 200;

/** The fields of a contest. @param it.isFixed whether days and departments cannot be changed any more */
export function contestFields(
  call: Call,
  it: { rules: ContestRulesShown; isFixed: boolean },
  refusal: Refusal | undefined,
): Html {
  const { name, first_day, last_day, departments, prizes, ties } = it.rules;
  const chosen = refusal ? keptDepartments(refusal) : departments;
  const fixed = it.isFixed
    ? html`<p class="field hint">Days, departments and the rule for the same XP cannot be changed any more.</p>`
    : html`<div class="field"><div class="pair">${field({ name: 'first_day', label: 'First day', type: 'date', value: first_day }, refusal)}${field({ name: 'last_day', label: 'Last day', type: 'date', value: last_day, hint: 'This day still counts, until midnight UTC.' }, refusal)}</div></div>
${[...chosen, ''].map((value, at) =>
  select(
    {
      ...{ name: 'department', at, value },
      label: at === 0 ? 'Who takes part' : 'And who is in',
      options: departmentChoices(call, value),
      hint: 'With the departments below.',
    },
    refusal,
  ),
)}
${select({ name: 'ties', label: 'With the same XP', value: ties, options: TIES_CHOICES.filter(([one]) => one !== 'joined' || ties === one) }, refusal)}`;
  const lines = Math.min(MAX_PRIZES, Math.max(MIN_PRIZES, prizes.length + MORE_PRIZES));
  return html`${field({ name: 'name', label: 'Name', value: name, maxlength: 150, autocomplete: 'off' }, refusal)}
${fixed}
<fieldset class="field" aria-describedby="prizes-hint"><legend>Prizes</legend><p class="hint" id="prizes-hint">Ranks: one such as 1, or several such as 1-3. Each prize is a badge or coins.</p>
${Array.from({ length: lines }, (_, at) => prizeLine(call, at, prizes[at], refusal))}</fieldset>`;
}

const TIES_CHOICES: readonly (readonly [Ties, string])[] = [
  ['shared', 'Share a place: all of them win'],
  ['first', 'Who reached it first wins'],
  ['joined', 'Who joined first wins'],
];

/** The departments that somebody chose, as far as a form can have chosen them. */
const keptDepartments = ({ chosen: { department = [] } }: Refusal): string[] =>
  [...new Set(department)].filter((id) => id !== '').slice(0, MAX_KEPT);

function prizeLine(
  { services, company }: Call,
  at: number,
  prize: Prize | undefined,
  refusal: Refusal | undefined,
): Html {
  const label = (what: string) => html`<span class="vh">Prize ${at + 1}: </span>${what}`;
  const input = (name: string, what: string, value: string) =>
    field(
      {
        name: `${name}${at}`,
        label: label(what),
        value,
        isRequired: false,
        autocomplete: 'off',
        className: 'num',
      },
      refusal,
    );
  const options = services.db
    .all(badges.list, { companyId: company.companyId })
    .map(({ code, name }) => [code, name] as const);
  const badge = { name: `badge${at}`, label: label('Badge'), value: prize?.badge ?? '' };
  return html`<div class="field"><div class="pair prize">${input('ranks', 'Ranks', prize ? ranksOf(prize) : '')}${select({ ...badge, options: [['', 'No badge'], ...options] }, refusal)}${input('coins', 'Coins', prize?.coins == null ? '' : String(prize.coins))}</div></div>
`;
}

/**
 * What a form of `contestFields` says.
 *
 * @param fixed the days and departments, where the form has no fields for them
 * @throws Refused naming each field that is wrong
 */
export function readContest(form: URLSearchParams, fixed?: ContestRulesShown): ContestRulesShown {
  const textOf = (name: string) => (form.get(name) ?? '').trim();
  const fields: Record<string, string> = {};
  const prizes: Prize[] = [];
  for (let at = 0; at < MAX_PRIZES; at++) {
    const read = readPrize({
      ranks: textOf(`ranks${at}`),
      badge: textOf(`badge${at}`),
      coins: textOf(`coins${at}`),
    });
    if ('wrong' in read) fields[`${read.wrong}${at}`] = read.problem;
    else prizes.push(...read.prizes);
  }
  const requireText = (name: string, problem: string): string => {
    const text = textOf(name);
    if (text === '') fields[name] = problem;
    return text;
  };
  const name = requireText('name', 'Give the contest a name.');
  const { first_day, last_day, departments, ties } =
    fixed && !form.has('first_day')
      ? fixed
      : {
          first_day: requireText('first_day', 'Choose a day.'),
          last_day: requireText('last_day', 'Choose a day.'),
          departments: form.getAll('department').filter((id) => id !== ''),
          ties: TIES.find((one) => one === textOf('ties')) ?? 'shared',
        };
  if (Object.keys(fields).length > 0) throw new Refused('', fields);
  return { name, first_day, last_day, departments, prizes, ties };
}

type SentPrize = { ranks: string; badge: string; coins: string };

/** The prizes of one line of the form, none where it is empty; or which of its fields is wrong, and why. */
function readPrize(
  sent: SentPrize,
): { prizes: Prize[] } | { wrong: keyof SentPrize; problem: string } {
  const { badge } = sent;
  const coins = sent.coins.replace(/[\s,]/g, '');
  if (badge === '' && coins === '') {
    return sent.ranks === ''
      ? { prizes: [] }
      : { wrong: 'coins', problem: 'Choose a badge or type the coins.' };
  }
  const ranks = sent.ranks.replace(/\s/g, '').replace('–', '-');
  const kinds = [badge !== '' && `badge:${badge}`, coins !== '' && `coins:${coins}`];
  try {
    return {
      prizes: kinds.flatMap((kind) => (kind === false ? [] : parsePrize(`${ranks}=${kind}`))),
    };
  } catch (error) {
    if (!(error instanceof EngagedError)) throw error;
    return /^\d{1,4}(-\d{1,4})?$/.test(ranks)
      ? { wrong: 'coins', problem: 'A whole number of coins.' }
      : { wrong: 'ranks', problem: 'A rank such as 1, or ranks such as 1-3.' };
  }
}
