import type { Language } from '../../domain/language.ts';
import type { Role } from '../../domain/portal-role.ts';
import type { NewSession } from '../../service/portal/sessions.ts';
import type { SessionRow } from '../../store/portal/portal-sessions.ts';
import type { BackupCopies } from '../../worker/backup-copies.ts';
import type {
  ChangeInput,
  ChangeResult,
  PortalChange,
} from '../../worker/portal-changes/portal-changes.ts';
import type { Refusal } from '../forms/refused.ts';
import type { Messages } from '../languages/en.ts';
import type { GiftLists } from '../pages/gifts/lists.ts';
import type { Uploads } from '../pages/roster/upload/uploads.ts';
import type { LinkRequests } from '../sign-in/link-requests.ts';
import type { Oidc } from '../sign-in/oidc/oidc.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import type { SignInThrottle } from '../sign-in/throttle.ts';
import type { TwoStep } from '../sign-in/two-step.ts';
import type { Host, PortalServices } from '../thread/services.ts';
import type { CompanyReads } from './company-reads.ts';
import type { Site } from './site.ts';

/** One request, as every page sees it. @typeParam P the named parts of its path */
export type Visit<P extends string = never> = {
  services: PortalServices;
  reads: CompanyReads;
  host: Host;
  passwords: Passwords;
  throttle: SignInThrottle;
  linkRequests: LinkRequests;
  twoStep: TwoStep;
  uploads: Uploads;
  giftLists: GiftLists;
  backups: BackupCopies;
  site: Site;
  /** What the browser asks for; undefined where it asks for none of ours. */
  language: Language | undefined;
  /** What the pages say, in the language of whoever reads them. */
  t: Messages;
  /** When it arrived, in milliseconds UTC. */
  now: number;
  /** The client's address, or the /64 of an IPv6 one. */
  client: string;
  /** Whose wrong passwords delay an attempt on an account, besides those on the account itself. */
  guesserOf(account: string): string;
  browser: string;
  params: Readonly<Record<P, string>>;
  query: URLSearchParams;
  /** What an action of this page refused just now. */
  refusal: Refusal | undefined;
  /** The session of somebody who is signed in. */
  session?: SessionRow & { role: Role };
  /** Whether the browser has the token of a session, which may be over. */
  hadSession: boolean;
  /** Whether a page of another site sent the browser here. */
  isFromElsewhere: boolean;
  /** Calls `then` when the browser has left before its answer. */
  onLeave(then: () => void): void;
  /** Sign-in through an OpenID provider, if it is set up. */
  oidc: Oidc | undefined;
  /** The sealed sign-in that has begun in this browser: at the OpenID provider, or with a password. */
  flow: string | undefined;
  /** What the browser has from an earlier sign-in. */
  mark: string | undefined;
  /** The token of a session to open, and what is kept of it. */
  newSession(): { token: string; session: NewSession };
  /** Makes a change to a company as one of its accounts. @throws EngagedError as the service does */
  changeAs<N extends PortalChange>(
    as: { companyId: number; account: string },
    name: N,
    input: ChangeInput<N>,
    people?: number,
  ): Promise<ChangeResult<N>>;
};

/** The company that a page shows: the account's own, or its sandbox. */
export type Company = { companyId: number; name: string; isSandbox: boolean };

/** One request of somebody who is signed in. @typeParam P the named parts of its path */
export type Call<P extends string = never> = Visit<P> & {
  session: SessionRow & { role: Role };
  company: Company;
  /** What waits for a decision, by the path of the page that has it. */
  waiting: Readonly<Record<string, number>>;
  /** The address of another page of the same company. */
  href(path: string): string;
  /**
   * Makes a change to the company as this account.
   *
   * @param people how many it is about, if they may be many
   * @throws EngagedError as the service does
   */
  change<N extends PortalChange>(
    name: N,
    input: ChangeInput<N>,
    people?: number,
  ): Promise<ChangeResult<N>>;
};
