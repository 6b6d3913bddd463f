import type { ResponseCache } from '../../http/response/response-cache.ts';
import type { CompanyStates } from '../../service/company/company-states.ts';
import type { Database } from '../../store/database.ts';
import type { BackupCopies } from '../../worker/backup-copies.ts';
import type { Boards } from '../../worker/boards.ts';
import type { LiveContests } from '../../worker/live-contests.ts';
import type { Remote } from '../../worker/remote-calls.ts';
import type { Messages } from '../languages/en.ts';
import type { OidcSettings } from '../sign-in/oidc/settings.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import type { MainCalls } from './main-calls.ts';

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
  boards: Pick<Boards, 'standing' | 'ranking'>;
  liveContests: Pick<LiveContests, 'ranking'>;
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
