import { type Html, html } from '../../../http/response/html.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { icon } from '../../view/icons.ts';
import { emptyPanel } from '../../view/panel.ts';
import { mayEdit } from '../roles.ts';

/** What stands where active people would be: how people come in, or where those are who were deactivated. */
export async function nobodyActive(call: Call): Promise<Html> {
  const { t, services, company, href } = call;
  const { people } = t;
  const anybody = await services.ranker.search({
    ...{
      companyId: company.companyId,
      search: '',
      departments: null,
      state: null,
      withRole: false,
    },
    ...{ before: Number.MAX_SAFE_INTEGER, count: 1 },
  });
  if (anybody.length === 0) return noPeople(call);
  return emptyPanel({
    ...{ icon: 'people', title: people.nobodyActive, text: people.nobodyActiveText },
    links: [{ href: href('/people?state=deactivated'), label: people.seeDeactivated }],
  });
}

const noPeople = ({ t, session, href }: Call): Html =>
  emptyPanel({
    ...{ icon: 'people', title: t.people.noneYetOnRecord, text: t.people.noneYetOnRecordText },
    ...(mayEdit(session.role) && {
      links: [{ href: href('/settings'), label: t.people.nameCompany }],
    }),
    ways: importWays(t, session.role, href('/roster')),
  });

/** Brings a roster in: in the portal, or by a command. */
export function importWays(
  { people }: Messages,
  role: Call['session']['role'],
  path: string,
): Html {
  const command = html`<code class="command" tabindex="0">engaged import people.csv</code>`;
  const button = html`<a class="btn pri" href="${path}">${icon('upload')}${people.uploadRoster}</a>`;
  const ways = mayEdit(role) ? people.uploadOrCommand({ button, command }) : command;
  return html`<div class="row small muted">${ways}</div>`;
}
