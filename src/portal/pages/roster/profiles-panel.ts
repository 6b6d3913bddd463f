import { type Html, html } from '../../../http/response/html.ts';
import { listProfiles, type NamedProfile } from '../../../service/roster/roster-profiles.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden, pick, text } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { isolated, unseen } from '../../view/marks.ts';
import { panel } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { EDITORS } from '../roles.ts';

const rename = formAction({
  path: '/roster/profiles/rename',
  roles: EDITORS,
  form: defineForm({
    ...{ id: 'rename-profile', layout: 'inline' },
    fields: { profile: pick(), name: text({ max: 100 }) },
    texts: ({ roster }) => ({
      button: roster.rename,
      fields: { profile: roster.profile, name: roster.newName },
    }),
  }),
  submit: async (call, { profile, name }) => {
    const renamed = await call.change('renameProfile', { profile, name });
    return {
      to: call.href('/roster'),
      done: call.t.roster.profileRenamed({ name: isolated(renamed.name) }),
    };
  },
});

const remove = formAction({
  path: '/roster/profiles/delete',
  roles: EDITORS,
  form: defineForm({
    ...{ id: 'delete-profile', fields: { profile: hidden() } },
    texts: ({ roster }) => ({ button: roster.deleteProfile, fields: {} }),
  }),
  submit: async (call, { profile }) => {
    const { name } = await call.change('deleteProfile', { profile });
    return {
      to: call.href('/roster'),
      done: call.t.roster.profileDeleted({ name: isolated(name) }),
    };
  },
});

export const profileActions = [rename, remove];

/** How rosters are read, by name, the one that reads the next file first. */
export function profilesPanel(call: Call): Html {
  const { t, services, company, now } = call;
  const { roster } = t;
  const profiles = listProfiles(services.db, company.companyId).sort((a, b) =>
    (b.used_at ?? '').localeCompare(a.used_at ?? ''),
  );
  if (profiles.length === 0) return html``;
  const shown = table<NamedProfile>({
    ...{ label: roster.profiles, rows: profiles },
    columns: [
      { head: roster.profile, className: 'strong', cell: ({ name }) => isolated(name) },
      {
        ...{ head: roster.lastUsed, shown: 'tablet', isMuted: true },
        cell: ({ used_at }) => (used_at === null ? '–' : timeElement(t, Date.parse(used_at), now)),
      },
      {
        ...{ head: roster.deleteProfile, isHeadHidden: true },
        cell: ({ name: profile }) =>
          remove.write(call, {
            ...{ values: { profile }, kind: 's' },
            button: roster.deleteThis({ name: isolated(profile), unseen }),
          }),
      },
    ],
  });
  const form = rename.write(call, {
    options: { profile: profiles.map(({ name }) => [name, name] as const) },
    kind: '',
  });
  return panel(
    { id: 'profiles', title: roster.profiles, beside: roster.profilesText, isFull: true },
    html`${shown}<div class="pad">${form}</div>`,
  );
}
