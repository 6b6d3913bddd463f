import type { Role } from '../../domain/portal-role.ts';
import type { FileFormAction, FormAction, OpenFormAction } from '../forms/action.ts';
import type { Messages } from '../languages/en.ts';
import type { Call, Visit } from '../request/call.ts';
import type { Download, Outcome, Screen } from '../request/outcome.ts';
import type { ParamsOf } from '../request/paths.ts';
import type { Icon } from '../view/icons.ts';

/** A page without navigation, for everybody. */
export type OpenPage<Path extends string = string> = {
  path: Path;
  /** What its forms do. */
  actions?: readonly OpenFormAction[];
  show(visit: Visit<ParamsOf<Path>>): Screen | Outcome | Promise<Screen | Outcome>;
};

/** What an open page does. */
export type OpenAction = OpenFormAction & { page: OpenPage };

type Shown = Screen | Outcome | Download;

/** The place of a page in the navigation. */
type Place = {
  label(t: Messages): string;
  icon: Icon;
  /** The letter that follows `g` to go there. */
  key: string;
  group?: keyof Messages['frame']['groups'];
  /** Who sees it there, if that is not everybody who may open the page. */
  roles?: readonly Role[];
  /** Whether it is only for accounts of employees. */
  needsEmployee?: boolean;
};

/** A page for those who are signed in. Its path comes after `/portal`, or `/portal/sandbox`. */
export type Page<Path extends string = string> = {
  path: Path;
  roles: readonly Role[];
  /** Whether the company lets somebody with one of these roles open it. */
  mayOpen?(call: Call): boolean;
  /** Whether it exists for the sandbox, too. */
  isOfCompany: boolean;
  /** Where it stands in the navigation, among its group in the order of the pages. */
  nav?: Place;
  /** The type of what it shows, if that is a file. */
  type?: string;
  /** Whether the password must have been given a short time ago. */
  needsPassword?: boolean;
  /** Whether asking for it is put on record. Then nobody is sent there by another site, but to the page above it. */
  isRecorded?: boolean;
  /** What its forms do. */
  actions?: readonly (FormAction | FileFormAction)[];
  show(call: Call<ParamsOf<Path>>): Shown | Promise<Shown>;
};

/** A page that the navigation leads to. */
export type NavPage = Page & { nav: Place };

/** Declares a page. What it shows gets the parts that its path names. */
export const definePage = <const Path extends string>(page: Page<Path>): Page => page;

/** Declares a page for everybody. */
export const defineOpenPage = <const Path extends string>(page: OpenPage<Path>): OpenPage => page;

/** A change that a form of a page asks for. The page has the form, and shows it again with what is wrong. */
export type Action = FormAction & { page: Page };

/** An action whose form sends a file. */
export type FileAction = FileFormAction & { page: Page };
