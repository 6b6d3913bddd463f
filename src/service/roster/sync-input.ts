import type { WriteContext } from '../company-write.ts';

/** What a caller says about people whom the roster does not name. */
export type DeactivationOptions = { deactivateMissing: boolean; maxDeactivations: number | null };

/** The settings that bound a company. */
export type RosterLimits = {
  /** Most active departments. */
  departments: number;
  /** Most people on record in a sandbox, active or not. */
  sandboxEmployees: number;
};

/** The steps of a sync, in their order. */
export type SyncStage = 'reading' | 'comparing' | 'applying' | 'deactivating' | 'recording';

/** For whom a sync is run, and what of that goes on record. */
export type RunContext = WriteContext & {
  /** The clock, in milliseconds UTC, for the end of the run; `now` is its beginning. */
  clock: () => number;
  source: 'http' | 'command_line';
  requestId: string | null;
  /** The hourly window of the key to which the sync is charged, this sync included. */
  budget?: { keyId: string; windowStartedAt: number; used: number };
};

/** What a sync is to do, for whom, and within which bounds. */
export type SyncInput = RunContext &
  DeactivationOptions & {
    /** The rows as they came, not yet looked at; any number of them. */
    employees: readonly unknown[];
    limits: RosterLimits;
    /** True: say what would happen, by the same code, and leave everything but the key's budget as it is. */
    rehearse?: boolean;
    /** Told as a step begins, and in the long one, `applying`, how much of it is done: 0 to 1. */
    onProgress?: (stage: SyncStage, done: number) => void;
  };
