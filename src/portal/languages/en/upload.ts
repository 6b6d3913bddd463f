import { type Html, html } from '../../../http/response/html.ts';
import { detailWords } from './fields.ts';
import { allOf, number } from './words.ts';

/** The upload of a roster. */
export const roster = {
  title: 'Roster',
  lead: 'Bring everybody in line with the file that your HR system exports.',
  upload: 'Upload a file',
  file: 'File',
  fileHint: ({ megabytes }: { megabytes: number }) =>
    `Up to ${number(megabytes)} MB. You see every change before it is made.`,
  uploadAndPreview: 'Upload and preview',
  example: 'Download an example',
  needs: 'What the file needs',
  needsText: () =>
    `A line of column names, and columns for the external ID, email, first name and last name of each person. ${allOf(['Department', ...detailWords])} are optional. The column names of common HR systems are recognised, in eight languages; other columns can be chosen in the preview.`,
  larger: 'A larger file is imported on the machine of the service:',
  open: 'Not applied yet',
  keptForAnHour: 'Kept for an hour',
  profiles: 'Profiles',
  profilesText: 'How rosters are read. The last one used reads the next file.',
  profile: 'Profile',
  lastUsed: 'Last used',
  rename: 'Rename',
  newName: 'New name',
  deleteProfile: 'Delete',
  deleteThis: ({ name, unseen }: { name: Html; unseen: (text: Html) => Html }) =>
    html`Delete${unseen(html` the profile ${name}`)}`,
  profileRenamed: ({ name }: { name: Html }) => html`The profile is now called “${name}”.`,
  profileDeleted: ({ name }: { name: Html }) =>
    html`The profile “${name}” is deleted. Rosters that were read with it stay as they are.`,
  sizeAndActor: ({ size, actor }: { size: string; actor: string }) => `${size}, ${actor}`,
};

/** A file that is sent, and what can be wrong with it. */
export const uploads = {
  /** What a browser says while it sends the file, with a number for {}. */
  progress: {
    label: 'Upload',
    sending: 'Uploading: {} %',
    reading: 'Reading the file',
    stopped: 'The upload stopped, and nothing was changed. Try again.',
  },
  notUploaded: 'Nothing was uploaded.',
  chooseFile: 'Choose a file.',
  chooseOneFile: 'Choose one file.',
  isEmpty: 'The file is empty.',
  tooLarge: ({ megabytes }: { megabytes: number }) =>
    `The file is larger than ${number(megabytes)} MB. The command line takes larger ones.`,
  noLength: 'The browser did not say how large the file is.',
  busy: 'Other files are being uploaded right now. Try again in a minute.',
  noRoom: 'There is no room for another file right now. Try again in an hour.',
  notArrived: 'The file did not arrive.',
  unreadable: 'The browser sent the file in a way that cannot be read.',
};
