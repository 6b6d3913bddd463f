import type { MessagePort } from 'node:worker_threads';
import { toError } from '../../domain/errors.ts';
import { LazyCompanyWrite } from '../../service/company/company-write.ts';
import { readGiftList } from '../../service/gifts/list-file.ts';
import { changeInSteps } from '../../service/roster/steps/change-in-steps.ts';
import type { Preview } from '../../service/roster/upload/preview.ts';
import { applyUpload, planUpload, type UploadRun } from '../../service/roster/upload/run-upload.ts';
import {
  type PackedUpload,
  readUpload,
  type UploadReading,
} from '../../service/roster/upload/uploaded-file.ts';
import { openAnother } from '../../store/data.ts';
import type { Database } from '../../store/database.ts';
import { openInPlace } from '../open-in-place.ts';
import type { PortalChange } from '../portal-changes/portal-changes.ts';
import { RemoteCalls } from '../remote-calls.ts';
import { serveTasks } from '../serve-tasks.ts';
import { readBody } from '../sync-body.ts';
import { readPortalChange, type WriteRequest, type WriteResult } from '../write-requests.ts';
import type { ApplyTask, UploadTask } from '../writer.ts';
import type { RosterThreadData, StepWriter } from './protocol.ts';

/** Each row is read once, so a larger page cache would not help; in MiB. */
const CACHE_MIB = 2;

/**
 * Reads the roster that arrives at a port, and compares it with its company.
 *
 * @param clock in milliseconds UTC
 */
export function runReader(port: MessagePort, data: RosterThreadData, clock: () => number): void {
  serveTasks(port, () => openReader(data, clock));
}

/** The tasks of the thread, of which it runs one. */
export type RosterTasks = ReturnType<typeof openReader>['tasks'];

function openReader(data: RosterThreadData, clock: () => number) {
  const { file, place, limits } = data;
  const calls = new RemoteCalls(data.writer);
  const writer = calls.of<StepWriter>('writer');
  const tasks = {
    readBody,
    readGiftList,
    preview: async (task: UploadTask) => {
      const reading = await readUpload(task);
      return withData((db) => preview(db, task, reading));
    },
    apply: async (task: ApplyTask) => {
      const reading = await readUpload(task);
      return withData((db) => {
        if ('problem' in reading) throw toError(reading.problem);
        const run = { ...toRun(task, reading.upload), digest: task.digest };
        return applyUpload(db, run, { limits, clock }, writer.take);
      });
    },
    /** Makes a change of the portal in steps. */
    change: (request: WriteRequest) => withData((db) => change(db, request)),
  };
  return { tasks, close: () => calls.close() };

  async function change(db: Database, { name, ...request }: WriteRequest): Promise<WriteResult> {
    const { departments: departmentLimit, sandboxEmployees: sandboxLimit } = limits;
    const context = { departmentLimit, sandboxLimit, clock, history: db };
    const made = readPortalChange(db, { ...request, name: name as PortalChange }, context);
    const result = await changeInSteps(
      db,
      { ...request, clock },
      (copy) => copy.write(() => made.change(new LazyCompanyWrite(copy, request))),
      writer.take,
    );
    return { json: result && JSON.stringify(result), changed: true };
  }

  async function withData<T>(use: (db: Database) => Promise<T>): Promise<T> {
    const access = { write: false, cacheMegabytes: CACHE_MIB };
    const db = openInPlace(place, () => openAnother(file, access));
    try {
      return await use(db);
    } finally {
      db.close();
    }
  }

  async function preview(db: Database, task: UploadTask, reading: UploadReading): Promise<Preview> {
    const at = task.now;
    if ('problem' in reading) return { at, ...reading };
    const { sha256, file: view, upload } = reading;
    const done = await planUpload(db, toRun(task, upload), { limits, clock });
    return 'plan' in done
      ? { at, sha256, file: view, ...done }
      : { at, sha256, columns: view.columns, sheet: view.sheet, ...done };
  }
}

const toRun = (
  { companyId, now, actor, options }: UploadTask,
  upload: PackedUpload,
): UploadRun => ({ companyId, now, actor, options, upload });
