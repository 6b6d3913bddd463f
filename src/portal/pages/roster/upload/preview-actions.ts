import { type Html, html } from '../../../../http/response/html.ts';
import type { UploadOptions } from '../../../../service/roster/upload/options.ts';
import { type FormAction, formAction } from '../../../forms/action.ts';
import { requireCount } from '../../../forms/confirm.ts';
import {
  buttonForm,
  defineForm,
  type Fields,
  type Form,
  type Values,
} from '../../../forms/form.ts';
import { hidden, optional, pick, typedCount } from '../../../forms/kinds.ts';
import { Refused } from '../../../forms/refused.ts';
import type { Call } from '../../../request/call.ts';
import { EDITORS } from '../../roles.ts';
import { applyUpload, describeRun } from './apply-upload.ts';
import { addFilter, readingForm, toOptions } from './reading-form.ts';
import { pathOf, previewOf, requireUpload } from './upload-preview.ts';
import { readingWith, rememberReading } from './upload-profile.ts';
import type { Upload } from './uploads.ts';

const PATH = '/roster/:id';

/** Another preview is made for other options. A number that was typed is for the people of one preview. */
const setOptions = (upload: Upload, options: Partial<UploadOptions>): void => {
  Object.assign(upload, {
    ...{ options: { ...upload.options, maxDeactivations: null, ...options } },
    ...{ preview: undefined, outdatedSince: undefined },
  });
};

/** A form of a preview, whose path has the parts of the page's. It leads back to it, or to its run once it is applied. */
const uploadAction = <F extends Fields>(
  name: string,
  form: Form<F>,
  submit: (call: Call, upload: Upload, values: Values<F>) => Promise<Html> | Promise<void> | void,
): FormAction<F> =>
  formAction({
    ...{ path: `${PATH}/${name}` as typeof PATH, roles: EDITORS, of: requireUpload, form },
    submit: async (call, values, { subject: upload }) => {
      const done = upload.runId === undefined ? await submit(call, upload, values) : undefined;
      const { runId } = upload;
      const to = call.href(runId === undefined ? pathOf(upload) : `/syncs/${runId}`);
      return { to, done: done ?? undefined };
    },
  });

/** How the file is read and what is done with it. */
export const setReading = uploadAction('options', readingForm, async (call, upload, values) => {
  const preview = await previewOf(call, upload);
  const read = 'plan' in preview ? preview.file : preview;
  setOptions(upload, toOptions(call.t, values, upload.options, read));
});

export const useProfile = uploadAction(
  'profile',
  defineForm({
    ...{ id: 'profile', fields: { profile: optional(pick()) }, layout: 'inline' },
    texts: ({ preview }) => ({ button: preview.readWithIt, fields: { profile: preview.profile } }),
  }),
  (call, upload, { profile }) => {
    const { options, profile: name } = readingWith(call, profile);
    setOptions(upload, options);
    upload.profile = name;
  },
);

export const setFilter = uploadAction(
  'filter',
  defineForm({
    ...{ id: 'filter', fields: { where: hidden() } },
    texts: ({ preview }) => ({ button: preview.onlyWithoutDate, fields: {} }),
  }),
  ({ t }, upload, { where }) =>
    setOptions(upload, { wheres: addFilter(t, upload.options.wheres, where) }),
);

export const changeProfiles = uploadAction(
  'profiles',
  buttonForm('profiles', ({ preview }) => preview.changeThemToo),
  (_, upload) => setOptions(upload, { updateProfiles: true }),
);

export const setDeactivation = uploadAction(
  'deactivation',
  defineForm({
    ...{ id: 'deactivation', fields: { deactivate: hidden() } },
    texts: ({ preview }) => ({ button: preview.deactivateThem, fields: {} }),
  }),
  (_, upload, { deactivate }) => setOptions(upload, { deactivateMissing: deactivate === 'on' }),
);

export const confirmDeactivation = uploadAction(
  'confirm',
  defineForm({
    ...{ id: 'confirm', fields: { confirm: typedCount() }, layout: 'inline' },
    texts: ({ preview }) => ({ button: preview.deactivate, fields: { confirm: '' } }),
  }),
  async (call, upload, { confirm }) => {
    const preview = await previewOf(call, upload);
    const people = 'plan' in preview ? preview.plan.counts.deactivation_candidates_total : 0;
    requireCount(call, 'confirm', confirm, people);
    setOptions(upload, { maxDeactivations: people });
  },
);

export const apply = uploadAction(
  'apply',
  defineForm({
    ...{ id: 'apply', fields: { digest: hidden() } },
    texts: ({ preview }) => ({ button: preview.apply, refused: preview.notApplied, fields: {} }),
  }),
  async (call, upload, given) => {
    const { t, services } = call;
    const preview = await previewOf(call, upload);
    if (!('plan' in preview) || preview.plan.majority !== null) {
      throw new Refused(t.preview.cannotBeApplied);
    }
    const { digest } = preview.plan;
    if (given.digest !== digest) throw new Refused(t.preview.madeAgain, {}, 409);
    upload.outdatedSince = undefined;
    const applied = await applyUpload(call, upload, digest);
    if (!applied) {
      setOptions(upload, {});
      upload.outdatedSince = preview.at;
      throw new Refused('', {}, 409);
    }
    const notKept = await rememberReading(call, upload, preview.file);
    services.db.endSnapshot();
    return html`${describeRun(call, applied.runId)}${notKept}`;
  },
);

export const discard = formAction({
  ...{ path: `${PATH}/discard`, roles: EDITORS, of: requireUpload },
  form: buttonForm('discard', ({ preview }) => preview.discard),
  submit: async (call, _, { subject: upload }) => {
    call.uploads.remove(upload);
    return { to: call.href('/roster'), done: html`${call.t.preview.isDiscarded}` };
  },
});
