import { parentPort, workerData } from 'node:worker_threads';
import { serveTasks } from '../../worker/serve-tasks.ts';
import { createMailTasks, type MailThreadData } from './tasks.ts';

if (!parentPort) throw new Error('this is not a worker thread');
serveTasks(parentPort, () => createMailTasks(workerData as MailThreadData, Date.now));
