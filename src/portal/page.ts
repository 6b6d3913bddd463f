import type { Role } from '../domain/portal-role.ts';
import type { Html } from '../http/response/html.ts';
import type { ResponseCache } from '../http/response/response-cache.ts';
import type { CompanyStates } from '../service/company/company-states.ts';
import type { NewSession } from '../service/portal/sessions.ts';
import type { Database } from '../store/database.ts';
import type { SessionRow } from '../store/portal/portal-sessions.ts';
import type { BackupCopies } from '../worker/backup-copies.ts';
import type { Boards } from '../worker/boards.ts';
import type { LiveContests } from '../worker/live-contests.ts';
import type {
  ChangeInput,
  ChangeResult,
  PortalChange,
} from '../worker/portal-changes/portal-changes.ts';
import type { Remote } from '../worker/remote-calls.ts';
import type { FileFormAction, FormAction, OpenFormAction } from './forms/action.ts';
import type { Form } from './forms/form.ts';
import type { Refusal } from './forms/refused.ts';
import type { Messages } from './languages/en.ts';
import type { Uploads } from './pages/roster/upload/uploads.ts';
import type { CompanyReads } from './request/company-reads.ts';
import type { Site } from './request/site.ts';
import type { Oidc } from './sign-in/oidc/oidc.ts';
import type { OidcSettings } from './sign-in/oidc/settings.ts';
import type { Passwords } from './sign-in/passwords.ts';
import type { SignInThrottle } from './sign-in/throttle.ts';
import type { TwoStep } from './sign-in/two-step.ts';
import type { MainCalls } from './thread/main-calls.ts';

/** The named parts of a path; empty where it has none of that name. */
export type Params = Readonly<Record<'id' | 'code' | 'secret' | 'session', string>>;

/** A setting in force; a secret has no value here. */
export type ShownSetting = {
  name: keyof Messages['serviceSettings'];
  /** As its flag. */
  setting: string;
  value: string;
  source: string;
};

/** The process that serves the pages. */
export type Host = {
  /** The path of the data file, or the address of the database without its password. */
  data: string;
  version: string;
  settings: readonly ShownSetting[];
  /** What webhooks may call although it is refused otherwise. */
  webhookAllow: readonly string[];
};

/** What pages and actions work with. The functions of `MainCalls` run in the main thread. */
export type PortalServices = {
  /** The connection of the portal's thread. It only reads. */
  db: Database;
  revisions: CompanyStates;
  boards: Boards;
  liveContests: LiveContests;
  responses: ResponseCache;
} & { [K in Exclude<keyof MainCalls, 'bodies'>]: Remote<MainCalls[K]> };

/** What the portal is made of. */
export type PortalOptions = {
  services: PortalServices;
  host: Host;
  oidc: OidcSettings | undefined;
  backups: BackupCopies;
  passwords: Passwords;
  /** Where browsers reach the portal, if it is known. */
  publicUrl: URL | undefined;
};

/** One request, as every page sees it. */
export type Visit = {
  services: PortalServices;
  reads: CompanyReads;
  host: Host;
  passwords: Passwords;
  throttle: SignInThrottle;
  twoStep: TwoStep;
  uploads: Uploads;
  backups: BackupCopies;
  site: Site;
  /** What the pages say, in the language of whoever reads them. */
  t: Messages;
  /** When it arrived, in milliseconds UTC. */
  now: number;
  /** The client's address, or the /64 of an IPv6 one. */
  client: string;
  /** Whose wrong passwords delay an attempt on an account, besides those on the account itself. */
  guesserOf(account: string): string;
  browser: string;
  params: Params;
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

/** One request of somebody who is signed in. */
export type Call = Visit & {
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

/** What a page shows. */
export type Screen = {
  title: string;
  body: Html;
  /** The entry of the navigation that is the current one, if it is not the page's own. */
  current?: string;
  /** Seconds after which the browser asks for the page again. */
  refreshAfter?: number;
};

/** A file to save, made while it is sent. */
export type Download = {
  file: string;
  chunks: AsyncIterable<string | Uint8Array>;
  /** Its length, if it is known. */
  bytes?: number;
  /** Called when all of it was sent, or nobody reads it any more. */
  end?(): Promise<void>;
};

/** What an action of a form leads to; without `to` back to the page that has the form. */
export type FormOutcome = Omit<Outcome, 'to'> & { to?: string };

/** What an action leads to: another page, and what to say there. */
export type Outcome = {
  to: string;
  done?: Html | undefined;
  /** The token of a session that begins; null ends the session. */
  session?: string | null;
  /** The sealed sign-in that begins; null ends it. */
  flow?: string | null;
  /** What shows from now on that an account has signed in with this browser. */
  mark?: string;
};

/** A page without navigation, for everybody. */
export type OpenPage = {
  path: string;
  /** What its forms do. */
  actions?: readonly OpenFormAction[];
  show(visit: Visit): Screen | Outcome | Promise<Screen | Outcome>;
};

/** What an open page does. */
export type OpenAction = {
  path: string;
  page: OpenPage;
  form: Form;
  submit(visit: Visit, form: URLSearchParams): Promise<Outcome>;
};

type Shown = Screen | Outcome | Download;

/** A page for those who are signed in. Its path comes after `/portal`, or `/portal/sandbox`. */
export type Page = {
  path: string;
  roles: readonly Role[];
  /** Whether it exists for the sandbox, too. */
  isOfCompany: boolean;
  /** The type of what it shows, if that is a file. */
  type?: string;
  /** Whether the password must have been given a short time ago. */
  needsPassword?: boolean;
  /** Whether asking for it is put on record. Then nobody is sent there by another site, but to the page above it. */
  isRecorded?: boolean;
  /** What its forms do. */
  actions?: readonly (FormAction | FileFormAction)[];
  show(call: Call): Shown | Promise<Shown>;
};

/** A file that a form sent. */
export type UploadedFile = { name: string; bytes: Uint8Array };

/** A change that a form of a page asks for. */
export type Action = {
  path: string;
  roles: readonly Role[];
  /** The page that has the form, and shows it again with what is wrong. */
  page: Page;
  /** Whether the password must have been given a short time ago. */
  needsPassword?: boolean;
  form: Form;
  /** @throws Refused, and EngagedError of a service */
  submit(call: Call, form: URLSearchParams): Promise<FormOutcome>;
};

/** An action whose form sends a file. */
export type FileAction = Omit<Action, 'submit' | 'needsPassword'> & {
  needsPassword?: false;
  takesFile: true;
  submit(call: Call, file: UploadedFile): Promise<Pick<Outcome, 'to'>>;
};
