import { randomUUID } from 'node:crypto';
import type { Role } from '../../domain/portal-role.ts';
import type { Html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';
import type { Call, Visit } from '../request/call.ts';
import type { FormOutcome, Outcome, Screen } from '../request/outcome.ts';
import { type ParamsOf, pathWith, ROOT } from '../request/paths.ts';
import type { Fields, Form, Values } from './form.ts';
import type { UploadedFile } from './kinds.ts';
import { type Changes, formIdIn, readChanges, readForm } from './read-form.ts';
import { type Written, writeForm } from './write-form.ts';

/** Where a form of a page is sent, besides its path. */
type Place<P extends string> = {
  /** The named parts of the path; those of the page without it. */
  params?: { readonly [Name in P]?: string };
  /** What follows the path. */
  query?: string;
};

/** What a form says besides what its action knows. */
type OnPage<F extends Fields, P extends string> = Omit<
  Written<F>,
  't' | 'action' | 'refusal' | 'isChange'
> &
  Place<P>;

/** A change that a form of a page asks for, and its form. @typeParam P the named parts of its path */
export type FormAction<F extends Fields = Fields, P extends string = string> = {
  path: string;
  roles: readonly Role[];
  /** Whether the password must have been given a short time ago. */
  needsPassword: boolean;
  form: Form<F>;
  /** @throws Refused, and EngagedError of a service */
  submit(call: Call<string>, sent: URLSearchParams): Promise<FormOutcome>;
  /** Where its form is sent. */
  address(call: Call, place?: Place<P>): string;
  /** The form as it stands on a page; after a refusal with what was typed. */
  write(call: Call, onPage?: OnPage<F, P>): Html;
};

type Declared<Path extends string, F extends Fields, Subject> = {
  /** As the path of a page. */
  path: Path;
  roles: readonly Role[];
  needsPassword?: boolean;
  form: Form<F>;
  /** Finds what the form is about, before anything of it is read. @throws EngagedError `not_found` */
  of?(call: Call<ParamsOf<Path>>): Subject | Promise<Subject>;
};

/** What an action gets besides what its form holds. */
type About<Subject> = {
  subject: Subject;
  /** Of this form alone: what is made with it as an idempotency key is made once. */
  formId: string;
};

/** A declared action that gets what is read from its form. */
type Submitted<Path extends string, F extends Fields, Subject, Given> = Declared<
  Path,
  F,
  Subject
> & {
  submit(call: Call<ParamsOf<Path>>, given: Given, about: About<Subject>): Promise<FormOutcome>;
};

/** An action whose form asks for something new. @throws Refused, and EngagedError of a service, in `submit` */
export const formAction = <const Path extends string, F extends Fields, Subject = undefined>(
  action: Submitted<Path, F, Subject, Values<F>>,
): FormAction<F, ParamsOf<Path>> => declared(action, readForm, false);

/** An action whose form changes what is on record. It gets the fields that somebody changed, as they are and as they were. */
export const changeAction = <const Path extends string, F extends Fields, Subject = undefined>(
  action: Submitted<Path, F, Subject, Changes<F>>,
): FormAction<F, ParamsOf<Path>> => declared(action, readChanges, true);

/** An action of a page without navigation, for everybody. */
export type OpenFormAction<F extends Fields = Fields, P extends string = string> = {
  path: string;
  form: Form<F>;
  /** Whether it is sent without a page of the portal: its path says what may be done. Nothing of a form is read then. */
  isFromAnywhere: boolean;
  submit(visit: Visit<string>, sent: URLSearchParams): Promise<Outcome | Screen>;
  write(visit: Visit, onPage?: OnPage<F, P>): Html;
};

/** As `formAction`, for everybody. */
export const openFormAction = <const Path extends string, F extends Fields>(action: {
  path: Path;
  isFromAnywhere?: boolean;
  form: Form<F>;
  submit(visit: Visit<ParamsOf<Path>>, values: Values<F>): Promise<Outcome | Screen>;
}): OpenFormAction<F, ParamsOf<Path>> => ({
  ...{ path: action.path, form: action.form, isFromAnywhere: action.isFromAnywhere ?? false },
  write: (visit, onPage) => writeFor(action, visit, (path) => ROOT + path, { ...onPage }),
  submit: (visit, sent) => action.submit(visit, readForm(action.form, sent, visit.t)),
});

/**
 * A change whose form sends a file. It says what was done on the page that it leads to: with JavaScript the upload follows
 * to there by itself, and what is shown once would be gone.
 */
export type FileFormAction<F extends Fields = Fields> = {
  path: string;
  roles: readonly Role[];
  needsPassword?: false;
  takesFile: true;
  form: Form<F>;
  submit(call: Call, file: UploadedFile): Promise<Pick<Outcome, 'to'>>;
  write(call: Call, onPage?: OnPage<F, string>): Html;
};

/** As `formAction`, for a form with a file, of which nothing else is read. */
export const fileAction = <F extends Fields>(
  action: Pick<FileFormAction<F>, 'path' | 'roles' | 'form' | 'submit'>,
): FileFormAction<F> => ({
  ...{ ...action, takesFile: true },
  write: (call, onPage) => writeFor(action, call, call.href, { ...onPage }),
});

const declared = <Path extends string, F extends Fields, Subject, Given>(
  action: Submitted<Path, F, Subject, Given>,
  read: (form: Form<F>, sent: URLSearchParams, t: Messages) => Given,
  isChange: boolean,
): FormAction<F, ParamsOf<Path>> => ({
  ...{
    path: action.path,
    roles: action.roles,
    needsPassword: action.needsPassword ?? false,
    form: action.form,
  },
  address: (call, place) => call.href(pathOf(action.path, call, place)),
  write: (call, onPage) => writeFor(action, call, call.href, { ...onPage, isChange }),
  submit: async (call, sent) => {
    const subject = (await action.of?.(call)) as Subject;
    const given = read(action.form, sent, call.t);
    return action.submit(call, given, { subject, formId: formIdIn(sent) || randomUUID() });
  },
});

const pathOf = (path: string, { params }: Visit, place: Place<string> = {}): string =>
  pathWith(path, { ...params, ...place.params }) + (place.query ?? '');

const writeFor = <F extends Fields>(
  { path, form }: { path: string; form: Form<F> },
  visit: Visit,
  href: (path: string) => string,
  onPage: OnPage<F, string> & { isChange?: boolean },
): Html =>
  writeForm(form, {
    ...onPage,
    ...{ t: visit.t, action: href(pathOf(path, visit, onPage)) },
    refusal: visit.refusal?.action === path ? visit.refusal : undefined,
  });
