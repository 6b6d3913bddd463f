import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number, people, plural } from './words.ts';

export const directory: Messages['directory'] = {
  title: 'Verzeichnis',
  lead: 'Microsoft Entra ID, Okta oder ein anderer Identitätsanbieter hält die Personen hier aktuell.',
  state: 'Stand',
  notConnected:
    'Es ist kein Verzeichnis verbunden. Wer den Dienst betreibt, erstellt mit dem Befehl unten ein Token.',
  address: 'Adresse',
  tokens: 'Tokens in Gebrauch',
  lastContact: 'Letzter Kontakt',
  never: 'nie',
  people: 'Verknüpfte Personen',
  groups: 'Gruppen',
  externalId: 'Personalnummer aus',
  authority: 'Wer entscheidet, wer aktiv ist',
  authorities: {
    roster: 'Personallisten; das Verzeichnis deaktiviert niemanden',
    directory: 'das Verzeichnis; Personallisten deaktivieren niemanden',
    both: 'Personallisten und das Verzeichnis',
  },
  deactivated: 'In 24 Stunden deaktiviert',
  ofLimit: ({ count, limit }) => `${number(count)} von höchstens ${number(limit)}`,
  waiting: 'Wartende Personen',
  waitingTitle: ({ count }) =>
    plural(count, {
      one: `${people(count)} wartet darauf, deaktiviert zu werden`,
      other: `${people(count)} warten darauf, deaktiviert zu werden`,
    }),
  waitingText:
    'Das Verzeichnis will in 24 Stunden mehr Personen deaktivieren, als sein Limit erlaubt. Sie bleiben aktiv, bis ein Hauptadmin zustimmt. Wenn das Verzeichnis falsch ist, berichtigen Sie es dort: Wer darin wieder aktiv ist, wartet nicht länger.',
  askOwner: 'Ein Hauptadmin kann dem zustimmen.',
  approve: 'Deaktivieren',
  approved: ({ count }) =>
    plural(count, {
      one: `${people(count)} ist deaktiviert.`,
      other: `${people(count)} sind deaktiviert.`,
    }),
  andMore: ({ count }) => `und ${number(count)} weitere`,
  person: 'Person',
  somebody: 'jemand',
  since: 'Seit',
  refusals: 'Abgelehnt',
  why: 'Grund',
  times: 'Anzahl',
  last: 'Zuletzt',
  reasons: {
    user_name_taken: 'Der Benutzername gehört im Verzeichnis jemand anderem.',
    linked_already: 'Die Person ist im Verzeichnis mit jemand anderem verknüpft.',
    email_taken: 'Die E-Mail-Adresse gehört hier jemand anderem.',
    external_id_taken: 'Die Personalnummer gehört hier jemand anderem.',
    external_id_mismatch:
      'Die E-Mail-Adresse gehört einer Person mit einer anderen Personalnummer.',
    email_domain_not_allowed: 'Mit der Domain der E-Mail-Adresse meldet sich hier niemand an.',
    managed_in_portal: 'Die Person hat eine Rolle im Portal. Entziehen Sie sie zuerst.',
    deactivated_in_portal:
      'Die Person wurde hier deaktiviert, nicht vom Verzeichnis. Reaktivieren Sie sie hier.',
    roster_decides: 'Personallisten entscheiden, wer aktiv ist.',
    department_conflict: 'Mehrere Abteilungen heißen so.',
    department_limit_reached: 'Das Unternehmen hat so viele Abteilungen, wie es haben kann.',
    sandbox_limit_reached: 'Die Sandbox ist voll.',
  },
  guideTitle: ({ product }) => `${product} verbinden`,
  guides: {
    entra: {
      token: ({ command }) => html`Wer den Dienst betreibt, erstellt ein Token: ${command}`,
      application: () =>
        html`Öffnen Sie im Entra Admin Center <i lang="en">Enterprise applications</i>, <i lang="en">New application</i>, <i lang="en">Create your own application</i>, und wählen Sie <i lang="en">Integrate any other application you don’t find in the gallery</i>.`,
      connection: ({ address }) =>
        html`Öffnen Sie <i lang="en">Provisioning</i> und verbinden Sie die Anwendung. <i lang="en">Tenant URL</i>: ${address}. <i lang="en">Secret Token</i>: das Token. Drücken Sie <i lang="en">Test connection</i>.`,
      mapping: () =>
        html`Ordnen Sie in <i lang="en">Mappings</i>, <i lang="en">Provision Microsoft Entra ID Users</i>, <code>employeeId</code> dem Attribut <code>urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber</code> zu.`,
      assignment: () =>
        html`Weisen Sie in <i lang="en">Users and groups</i> zu, wer teilnimmt. Probieren Sie eine Person mit <i lang="en">Provision on demand</i>, und starten Sie dann die Bereitstellung.`,
    },
    okta: {
      token: ({ command }) => html`Wer den Dienst betreibt, erstellt ein Token: ${command}`,
      application: () =>
        html`Erstellen Sie in der Okta Admin Console eine App-Integration für Single Sign-on (SAML oder SWA). Wählen Sie in <i lang="en">General</i> die Bereitstellung <i lang="en">SCIM</i>.`,
      connection: ({ address }) =>
        html`In <i lang="en">Provisioning</i>, <i lang="en">Integration</i>: <i lang="en">SCIM connector base URL</i>: ${address}. <i lang="en">Unique identifier field for users</i>: <code>userName</code>. <i lang="en">Authentication mode</i>: <i lang="en">HTTP Header</i>, mit dem Token. Wählen Sie <i lang="en">Push New Users</i> und <i lang="en">Push Profile Updates</i>, und drücken Sie <i lang="en">Test Connector Configuration</i>.`,
      actions: () =>
        html`Schalten Sie in <i lang="en">To App</i> <i lang="en">Create Users</i>, <i lang="en">Update User Attributes</i> und <i lang="en">Deactivate Users</i> ein.`,
      assignment: () =>
        html`Ordnen Sie <code>employeeNumber</code>, <code>department</code> und <code>title</code> zu, und weisen Sie in <i lang="en">Assignments</i> Personen zu.`,
    },
  },
};
