import { languageOf } from '../../domain/language.ts';
import { UTC } from '../../domain/time-zone.ts';
import { roleOf } from '../../service/portal/accounts.ts';
import {
  findSession,
  hashSecret,
  isTouchDue,
  newSessionToken,
} from '../../service/portal/sessions.ts';
import { ROWS_PER_STEP } from '../../service/roster/steps/change-in-steps.ts';
import * as companies from '../../store/company/companies.ts';
import { loadMessages } from '../languages/catalogues.ts';
import { GiftLists } from '../pages/gifts/lists.ts';
import { READERS } from '../pages/roles.ts';
import { Uploads } from '../pages/roster/upload/uploads.ts';
import { BROWSER_COOKIE, FLOW_COOKIE, readCookie, SESSION_COOKIE } from '../sign-in/cookie.ts';
import { LinkRequests } from '../sign-in/link-requests.ts';
import { createOidc } from '../sign-in/oidc/oidc.ts';
import { SignInThrottle } from '../sign-in/throttle.ts';
import { TwoStep } from '../sign-in/two-step.ts';
import type { PortalOptions } from '../thread/services.ts';
import type { Call, Visit } from './call.ts';
import { CompanyReads } from './company-reads.ts';
import type { PortalExchange } from './exchange.ts';
import { languageOfOnlyCompany } from './language.ts';
import { ROOT, SANDBOX } from './paths.ts';
import { isFromElsewhere } from './site.ts';

/** Makes of requests what pages and actions get. */
export class Visits {
  /** What all of them share. */
  readonly #shared: Pick<
    Visit,
    | 'services'
    | 'reads'
    | 'host'
    | 'throttle'
    | 'linkRequests'
    | 'twoStep'
    | 'oidc'
    | 'uploads'
    | 'giftLists'
    | 'backups'
    | 'passwords'
  >;

  constructor({ services, host, oidc, backups, passwords }: PortalOptions) {
    this.#shared = {
      ...{ services, host, backups, passwords },
      reads: new CompanyReads(services.db),
      throttle: new SignInThrottle(),
      linkRequests: new LinkRequests(),
      twoStep: new TwoStep(),
      oidc: oidc && createOidc(oidc),
      uploads: new Uploads(),
      giftLists: new GiftLists(),
    };
  }

  async visitOf(
    exchange: PortalExchange,
    params: Readonly<Record<string, string>>,
  ): Promise<Visit<string>> {
    const { services } = this.#shared;
    const { request } = exchange;
    const { url, headers, site, now, client } = request;
    const query = url.indexOf('?');
    const { language } = exchange;
    const t = language
      ? exchange.t
      : await loadMessages(languageOfOnlyCompany(services.db) ?? 'en', UTC);
    const browser = (headers['user-agent'] ?? '').slice(0, 256);
    return {
      ...this.#shared,
      ...{ site, now, client, browser, params, refusal: undefined, language, t },
      // No text on record has U+0000, and PostgreSQL takes none. Its stand-in is not found either.
      query: new URLSearchParams(
        query === -1 ? '' : url.slice(query).replaceAll('%00', '%EF%BF%BD'),
      ),
      // All clients have the address of a proxy that is not trusted: anybody would delay everybody.
      guesserOf: (account) => (site.isFromUnknownProxy ? account : client),
      hadSession: readCookie(request, SESSION_COOKIE) !== undefined,
      isFromElsewhere: isFromElsewhere(headers, site),
      onLeave: (then) => exchange.onLeave(then),
      flow: readCookie(request, FLOW_COOKIE),
      mark: readCookie(request, BROWSER_COOKIE),
      newSession: () => {
        const token = newSessionToken();
        const old = readCookie(request, SESSION_COOKIE);
        const replaced = old === undefined ? undefined : hexHash(old);
        return { token, session: { hash: hexHash(token), replaced, client, browser } };
      },
      changeAs: async ({ companyId, account }, name, input, people = 0) => {
        const body = new TextEncoder().encode(JSON.stringify(input));
        const actor = `portal ${account}`;
        const inSteps = people > ROWS_PER_STEP;
        const request = { name, companyId, actor, now, path: {}, body, inSteps };
        try {
          const json = await services.changes.commit(request);
          return json === null ? null : JSON.parse(json);
        } finally {
          // Also where it was refused for what others have changed.
          services.db.endSnapshot();
        }
      },
    };
  }

  /** Whether somebody who is signed in sends a request. */
  hasSession(exchange: PortalExchange): boolean {
    return this.#sessionOf(exchange) !== undefined;
  }

  #sessionOf({ request }: PortalExchange) {
    const token = readCookie(request, SESSION_COOKIE);
    const row = token && findSession(this.#shared.services.db, token, request.now);
    return token && row ? { token, row } : undefined;
  }

  /** The call of somebody who is signed in. */
  async callOf(
    exchange: PortalExchange,
    visit: Visit<string>,
    isSandbox: boolean,
  ): Promise<Call<string> | undefined> {
    const { db, changes } = this.#shared.services;
    const found = this.#sessionOf(exchange);
    if (!found) return undefined;
    const { token, row } = found;
    if (isTouchDue(row, visit.now)) {
      // A use that is not recorded only ends the session sooner.
      changes.noteSessionUse({ hash: hashSecret(token), now: visit.now }).catch(() => {});
    }
    const { companyId, companyName } = row;
    const sandbox = isSandbox ? db.one(companies.findSandbox, { companyId }) : undefined;
    const company = sandbox
      ? { companyId: sandbox.companyId, name: sandbox.name, isSandbox }
      : { companyId, name: companyName, isSandbox: false };
    const session = { ...row, role: roleOf(row) };
    const isReader = READERS.some((role) => role === session.role);
    const language = languageOf(row.language ?? '') ?? visit.language;
    const t = await loadMessages(language ?? languageOf(row.companyLanguage) ?? 'en', row.timeZone);
    return {
      ...visit,
      t,
      company,
      session,
      waiting: isReader ? visit.reads.waiting(company.companyId) : {},
      href: (path) => (company.isSandbox ? SANDBOX : ROOT) + path,
      change: (name, input, people) =>
        visit.changeAs({ companyId: company.companyId, account: row.id }, name, input, people),
    };
  }
}

const hexHash = (token: string): string => Buffer.from(hashSecret(token)).toString('hex');
