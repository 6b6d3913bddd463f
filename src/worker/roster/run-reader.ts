import type { MessagePort } from 'node:worker_threads';
import { invalid } from '../../domain/errors.ts';
import type { Preview } from '../../service/roster-upload/preview.ts';
import { applyUpload, planUpload, type UploadRun } from '../../service/roster-upload/run-upload.ts';
import {
  type PackedUpload,
  readUpload,
  type UploadReading,
} from '../../service/roster-upload/uploaded-file.ts';
import { openAnother } from '../../store/data.ts';
import type { Database } from '../../store/database.ts';
import { openInPlace } from '../open-in-place.ts';
import { RemoteCalls } from '../remote-calls.ts';
import { type Opened, serveTasks, type TaskHandler } from '../serve-tasks.ts';
import { readBody } from '../sync-body.ts';
import type { UploadTask } from '../writer.ts';
import type { RosterTasks, RosterThreadData, StepWriter } from './protocol.ts';

/** Each row is read once, so a larger page cache would not help; in MiB. */
const CACHE_MIB = 2;

/**
 * Reads the roster that arrives at a port, and compares it with its company.
 *
 * @param clock in milliseconds UTC
 */
export function runReader(port: MessagePort, data: RosterThreadData, clock: () => number): void {
  serveTasks<RosterTasks>(port, () => openReader(data, clock));
}

function openReader(data: RosterThreadData, clock: () => number): Opened<RosterTasks> {
  const { file, place, limits } = data;
  const calls = new RemoteCalls(data.writer);
  const writer = calls.of<StepWriter>('writer');
  const handle: TaskHandler<RosterTasks> = async ({ kind, task }) => {
    if (kind === 'readBody') return { answer: readBody(task) };
    const reading = readUpload(task);
    const access = { write: false, cacheMegabytes: CACHE_MIB };
    const db = openInPlace(place, () => openAnother(file, access));
    try {
      if (kind === 'preview') return { answer: await preview(db, task, reading) };
      if ('problem' in reading) throw invalid(reading.problem);
      const run = { ...toRun(task, reading.upload), digest: task.digest };
      return { answer: await applyUpload(db, run, { limits, clock }, writer.take) };
    } finally {
      db.close();
    }
  };
  return { handle, close: () => calls.close() };

  async function preview(db: Database, task: UploadTask, reading: UploadReading): Promise<Preview> {
    const at = task.now;
    if ('problem' in reading) return { at, ...reading };
    const { sha256, file: view, upload } = reading;
    const done = await planUpload(db, toRun(task, upload), { limits, clock });
    return 'plan' in done
      ? { at, sha256, file: view, ...done }
      : { at, sha256, columns: view.columns, ...done };
  }
}

const toRun = (
  { companyId, now, actor, options }: UploadTask,
  upload: PackedUpload,
): UploadRun => ({ companyId, now, actor, options, upload });
