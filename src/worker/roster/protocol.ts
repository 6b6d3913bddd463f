import type { MessagePort } from 'node:worker_threads';
import type { ImportStep } from '../../service/roster/import-roster.ts';
import type { RosterLimits } from '../../service/roster/sync-input.ts';
import type { Preview } from '../../service/roster-upload/preview.ts';
import type { AppliedUpload } from '../../service/roster-upload/run-upload.ts';
import type { DataFilePlace } from '../../store/files/data-file-place.ts';
import type { ApplyTask, ReadBody, UploadTask } from '../writer.ts';

/** What a thread that reads one roster is given when it starts. */
export type RosterThreadSettings = {
  engagedRole: 'roster';
  /** The path of the data file, or the address of the database. */
  file: string;
  /** The location of the open data file; the thread never uses another one. */
  place: DataFilePlace | null;
  limits: RosterLimits;
};

/** The start data of the thread. */
export type RosterThreadData = RosterThreadSettings & {
  /** For calls of `StepWriter`. */
  writer: MessagePort;
};

/** Carries out the steps of an import in the writer thread. */
export type StepWriter = { take(step: ImportStep): Promise<void> };

/** The tasks of the thread, of which it runs one. */
export type RosterTasks = {
  readBody: { task: ArrayBuffer; answer: ReadBody };
  preview: { task: UploadTask; answer: Preview };
  apply: { task: ApplyTask; answer: AppliedUpload };
};
