import type { Role } from '../../domain/portal-role.ts';
import type { FileFormAction, FormAction, OpenFormAction } from '../forms/action.ts';
import type { Call, Visit } from '../request/call.ts';
import type { Download, Outcome, Screen } from '../request/outcome.ts';

/** A page without navigation, for everybody. */
export type OpenPage = {
  path: string;
  /** What its forms do. */
  actions?: readonly OpenFormAction[];
  show(visit: Visit): Screen | Outcome | Promise<Screen | Outcome>;
};

/** What an open page does. */
export type OpenAction = OpenFormAction & { page: OpenPage };

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

/** A change that a form of a page asks for. The page has the form, and shows it again with what is wrong. */
export type Action = FormAction & { page: Page };

/** An action whose form sends a file. */
export type FileAction = FileFormAction & { page: Page };
