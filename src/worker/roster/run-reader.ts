import type { MessagePort } from 'node:worker_threads';
import { packedBuffersOf, readUpload } from '../../service/roster-upload/uploaded-file.ts';
import { serveTasks } from '../serve-tasks.ts';
import { readBody } from '../sync-body.ts';
import type { RosterTasks } from './protocol.ts';

/** Reads the roster that arrives at a port. */
export function runReader(port: MessagePort): void {
  serveTasks<RosterTasks>(port, () => ({
    handle: ({ kind, task }) => {
      if (kind === 'readBody') return { answer: readBody(task) };
      const answer = readUpload(task);
      return { answer, transfer: 'upload' in answer ? packedBuffersOf(answer.upload) : [] };
    },
    close: () => {},
  }));
}
