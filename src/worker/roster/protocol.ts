import type { UploadOptions } from '../../service/roster-upload/options.ts';
import type { UploadReading } from '../../service/roster-upload/uploaded-file.ts';
import type { DataFilePlace } from '../../store/files/data-file-place.ts';
import type { ReadBody } from '../writer.ts';

/** The start data of a thread that reads one roster. */
export type RosterThreadData = {
  engagedRole: 'roster';
  /** The path of the data file, or the address of the database. */
  file: string;
  /** The location of the open data file; the thread never uses another one. */
  place: DataFilePlace | null;
};

/** A file to read. Its bytes are best shared, not copied, between the threads. `now` in milliseconds UTC. */
export type UploadToRead = { bytes: Uint8Array; options: UploadOptions; now: number };

/** The tasks of the thread, of which it runs one. */
export type RosterTasks = {
  readBody: { task: ArrayBuffer; answer: ReadBody };
  readUpload: { task: UploadToRead; answer: UploadReading };
};
