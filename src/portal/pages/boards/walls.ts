import { LANGUAGE_NAMES, LANGUAGES } from '../../../domain/language.ts';
import { PERIODS } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import {
  DEFAULT_WALL_ROWS,
  listWalls,
  WALL_ROWS,
  WALL_SHOWS,
  type Wall,
} from '../../../service/boards/walls.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import { choice, optional, pick, text } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { unseen } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { emptyPanel, explained, listing, panel } from '../../view/panel.ts';
import { newSecret } from '../../view/secret.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { departmentChoices } from '../departments/department-choices.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';
import { hasThanks } from '../thanks/who-thanks.ts';
import { periodName } from './board-view.ts';

const PATH = '/walls';

/** What a wall shows: thanks, or a period. */
const shownOn = ({ t, now }: Call, wall: Wall): string =>
  wall.shows === 'thanks' ? t.thanks.title : periodName(t, wall.period, now);

const nameOf = (call: Call, wall: Wall): string => wall.title ?? shownOn(call, wall);

const create = formAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    id: 'wall',
    fields: {
      shows: optional(choice(WALL_SHOWS)),
      title: optional(text({ max: 60 })),
      period: choice(PERIODS),
      department: optional(pick()),
      rows: choice(WALL_ROWS.map(String)),
      language: optional(choice(LANGUAGES)),
    },
    texts: ({ walls, boards }) => ({
      ...{ button: walls.createThis, refused: walls.notCreated },
      fields: {
        shows: { label: walls.shows, hint: walls.showsHint, options: walls.showsOf },
        title: { label: walls.titleField, hint: walls.titleHint },
        period: { label: walls.xpOf, options: boards.periods },
        department: boards.departmentField,
        rows: {
          label: walls.people,
          options: Object.fromEntries(WALL_ROWS.map((rows) => [rows, String(rows)])),
        },
        language: { label: walls.language, options: { '': walls.ofCompany, ...LANGUAGE_NAMES } },
      },
    }),
  }),
  submit: async (call, { shows, title, period, department, rows, language }) => {
    const { walls } = call.t;
    const wall = await call.change('createWall', {
      ...{ shows: shows ?? 'leaderboard', title: title ?? '', period },
      ...{ department: department ?? '', rows: Number(rows), language: language ?? '' },
    });
    const done = newSecret(call.t, walls.created, {
      ...{
        label: walls.link,
        secret: `${call.site.address}/wall/${wall.token}`,
        next: call.href(PATH),
      },
      more: html`<p class="field small">${walls.openIt}</p>`,
    });
    return { done };
  },
});

const revoke = formAction({
  path: `${PATH}/:id/revoke`,
  roles: EDITORS,
  form: buttonForm('revoke', ({ walls }) => walls.revoke),
  submit: async (call) => {
    const wall = await call.change('revokeWall', { wall: call.params.id });
    const name = html`<b>${nameOf(call, wall)}</b>`;
    return { done: call.t.walls.isRevoked({ name }) };
  },
});

/** Leaderboards for screens: their links are made and revoked here. */
export const wallsPage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  nav: {
    label: (t) => t.walls.title,
    icon: 'wall',
    key: 'w',
    group: 'programme',
  },
  actions: [create, revoke],
  show: (call) => {
    const { walls } = call.t;
    const all = listWalls(call.services.db, call.company.companyId);
    const nothing = emptyPanel({
      ...{ icon: 'wall', title: walls.none, text: walls.noneText },
      command: 'engaged portal wall create',
    });
    return {
      title: walls.title,
      body: html`${pageHead({ title: walls.title, lead: walls.lead })}
<div class="cols"><div>${all.length === 0 ? nothing : list(call, all)}</div>${newPanel(call)}</div>`,
    };
  },
});

function list(call: Call, all: readonly Wall[]): Html {
  const { t, now } = call;
  const { walls, boards } = t;
  const what = (wall: Wall) =>
    [
      ...(wall.title === null ? [] : [shownOn(call, wall)]),
      wall.department ?? boards.wholeCompany,
    ].join(', ');
  const rows = table<Wall>({
    label: walls.title,
    rows: all,
    columns: [
      {
        head: walls.wall,
        cell: (wall) => html`<span class="strong">${nameOf(call, wall)}</span>${sub(what(wall))}`,
      },
      {
        head: walls.people,
        isNumber: true,
        shown: 'tablet',
        cell: ({ shows, rows }) => (shows === 'thanks' ? '' : rows),
      },
      {
        ...{ head: walls.createdAt, shown: 'tablet', isMuted: true },
        cell: ({ created_at }) => timeElement(t, Date.parse(created_at), now),
      },
      {
        ...{ head: walls.revoke, isHeadHidden: true, isNumber: true },
        cell: (wall) => revokeCell(call, wall),
      },
    ],
  });
  return listing(rows);
}

function revokeCell(call: Call, wall: Wall): Html {
  const { walls } = call.t;
  const name = nameOf(call, wall);
  const button = revoke.write(call, {
    params: { id: wall.id },
    button: walls.revokeLinkOf({ name: unseen(name) }),
    kind: 's bad',
  });
  return html`<details><summary>${walls.revokeOf({ name: unseen(name) })}</summary>${explained(walls.revokeText)}${button}</details>`;
}

function newPanel(call: Call): Html {
  const { t, refusal } = call;
  const { department = '' } = refusal?.values ?? {};
  const form = create.write(call, {
    left: hasThanks(call) ? [] : ['shows'],
    values: { shows: 'leaderboard', period: 'this_month', rows: String(DEFAULT_WALL_ROWS) },
    options: { department: departmentChoices(call, call.t.boards.wholeCompany, department) },
    kind: 'pri wide',
  });
  return panel({ id: 'new-wall', title: t.walls.newWall }, form);
}
