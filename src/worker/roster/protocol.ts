import type { MessagePort } from 'node:worker_threads';
import type { Step } from '../../service/roster/steps/change-in-steps.ts';
import type { RosterLimits } from '../../service/roster/sync/sync-input.ts';
import type { DataFilePlace } from '../../store/files/data-file-place.ts';

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

/** Carries out the steps of a change in the writer thread. */
export type StepWriter = { take(step: Step): Promise<void> };
