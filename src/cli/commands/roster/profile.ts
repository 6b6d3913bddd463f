import type { Command } from 'commander';
import {
  deleteProfile,
  listProfiles,
  type NamedProfile,
  renameProfile,
  showProfile,
} from '../../../service/roster/roster-profiles.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../output/list.ts';
import { formatTime } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';

const profileArgument = ['<profile>', 'its name'] as const;

/** `engaged profile …`: how rosters are read, by name. */
export function addProfileCommands(program: Command, context: Context): void {
  const profile = program
    .command('profile')
    .description('How rosters are read, by name: list, show, rename, delete');
  const add = companyVerbs(profile, context);

  add('list', 'List the profiles of a company').list(
    () => (db, companyId) => listProfiles(db, companyId).map(({ reading: _, ...named }) => named),
    PROFILES,
  );

  add('show', 'Print a profile as a file for engaged import --profile', 'Workday')
    .argument(...profileArgument)
    .read(
      (name: string) => (db, companyId) => showProfile(db, companyId, name),
      ({ reading }) => JSON.stringify(reading, null, 2).split('\n').map(escapeControl).join('\n'),
    );

  add('rename', 'Give a profile another name', 'Workday "Workday, Germany"')
    .argument(...profileArgument)
    .argument('<name>', 'new name')
    .change(
      (name: string, to: string) => (write) => renameProfile(write, name, to),
      ({ name }) => `Renamed: ${escapeControl(name)}.`,
    );

  add('delete', 'Delete a profile; rosters that were read with it stay as they are', 'Workday')
    .argument(...profileArgument)
    .change(
      (name: string) => (write) => deleteProfile(write, name),
      ({ name }) => `Deleted: ${escapeControl(name)}.`,
    );
}

const PROFILES: List<Omit<NamedProfile, 'reading'>> = {
  empty: 'There are no profiles yet. Keep one with: engaged import FILE --save-profile NAME',
  columns: [
    { heading: 'NAME', value: ({ name }) => name },
    { heading: 'CREATED', value: ({ created_at }) => formatTime(created_at), optional: true },
    { heading: 'LAST USED', value: ({ used_at }) => used_at && formatTime(used_at) },
  ],
  csv: 'name created_at:time used_at:time',
};
