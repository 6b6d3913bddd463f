import { type Html, html } from '../../http/html.ts';
import { DEFAULT_WALL_ROWS, listWalls, WALL_ROWS, type Wall } from '../../service/walls.ts';
import type { Action, Call, Page } from '../page.ts';
import { buttonForm, countIn, field, onceField, select, summary } from '../parts/form.ts';
import { timeElement } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { PERIOD_LABELS, periodName } from '../parts/periods.ts';
import { newSecret } from '../parts/secret.ts';
import { DEPARTMENT_LABEL, departmentChoices } from '../parts/standings.ts';
import { EDITORS } from '../roles.ts';

const PATH = '/walls';

/** Leaderboards for screens: their links are made and revoked here. */
export const wallsPage: Page = {
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  show: (call) => {
    const walls = listWalls(call.services.db, call.company.companyId);
    return {
      title: 'Walls',
      body: html`<div class="head"><div><h1>Walls</h1><p class="lead">Leaderboards for screens in the office. Anybody who has the link of a wall can see it without signing in: names, departments and XP, but no email addresses.</p></div></div>
<div class="cols"><div>${walls.length === 0 ? noWalls : table(call, walls)}</div>${form(call)}</div>`,
    };
  },
};

const noWalls = html`<section class="panel empty">${icon('wall', 40)}<h2>No walls yet</h2><p>Create a link, open it in the browser of the screen, and show it full screen. It keeps itself up to date.</p><code class="command" tabindex="0">engaged portal wall create</code></section>`;

const nameOf = (wall: Wall, now: number): string => wall.title ?? periodName(wall.period, now);

function table(call: Call, walls: readonly Wall[]): Html {
  const { now, href } = call;
  const rows = walls.map((wall) => {
    const name = nameOf(wall, now);
    const revoke = buttonForm(
      href(`${PATH}/${wall.id}/revoke`),
      html`Revoke the link<span class="vh"> of ${name}</span>`,
      { className: 's bad' },
    );
    const what = [
      ...(wall.title === null ? [] : [periodName(wall.period, now)]),
      wall.department ?? 'Whole company',
    ].join(', ');
    return html`<tr><td><span class="strong">${name}</span><span class="sub">${what}</span></td><td class="n opt">${wall.rows}</td><td class="opt muted">${timeElement(Date.parse(wall.created_at), now)}</td><td class="n"><details><summary>Revoke<span class="vh"> ${name}</span></summary><p class="small muted">Screens that show this wall then say that there is nothing to show.</p>${revoke}</details></td></tr>
`;
  });
  return html`<section class="panel"><table aria-label="Walls"><thead><tr><th scope="col">Wall</th><th scope="col" class="n opt">People</th><th scope="col" class="opt">Created</th><th scope="col"><span class="vh">Revoke</span></th></tr></thead><tbody>
${rows}</tbody></table></section>`;
}

function form(call: Call): Html {
  const { href, refusal } = call;
  const own = refusal?.action === PATH ? refusal : undefined;
  const { department } = own?.values ?? {};
  return html`<section class="panel" aria-labelledby="new-wall"><header><h2 id="new-wall">New wall</h2></header><div class="pad"><form method="post" action="${href(PATH)}">${onceField()}${summary('No wall was created.', own)}
${field({ name: 'title', label: 'Title', maxlength: 60, isRequired: false, autocomplete: 'off', hint: 'The name of the period if you leave it empty.' }, own)}
${select({ name: 'period', label: 'XP of', options: PERIOD_LABELS, value: 'this_month' }, own)}
${select({ name: 'department', label: DEPARTMENT_LABEL, options: departmentChoices(call, department) }, own)}
${select({ name: 'rows', label: 'People', options: WALL_ROWS.map((rows) => [String(rows), String(rows)] as const), value: String(DEFAULT_WALL_ROWS) }, own)}
<p class="field"><button class="btn pri wide">Create wall</button></p></form></div></section>`;
}

export const wallActions: readonly Action[] = [
  {
    path: PATH,
    roles: EDITORS,
    page: wallsPage,
    submit: async (call, form) => {
      const wall = await call.change('createWall', {
        title: (form.get('title') ?? '').trim(),
        period: form.get('period') ?? '',
        department: form.get('department') ?? '',
        rows: countIn(form, 'rows'),
      });
      const link = `${call.site.origin}/wall/${wall.token}`;
      const to = call.href(PATH);
      const more = html`<p class="field small">Open it in the browser of the screen.</p>`;
      const done = newSecret('The wall is created.', {
        label: 'Link',
        secret: link,
        more,
        next: to,
      });
      return { to, done };
    },
  },
  {
    path: `${PATH}/:id/revoke`,
    roles: EDITORS,
    page: wallsPage,
    submit: async (call) => {
      const wall = await call.change('revokeWall', { wall: call.params.id });
      return {
        to: call.href(PATH),
        done: html`The link of <b>${nameOf(wall, call.now)}</b> is revoked.`,
      };
    },
  },
];
