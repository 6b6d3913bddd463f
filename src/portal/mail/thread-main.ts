import { parentPort, workerData } from 'node:worker_threads';
import { serveTasks } from '../../worker/serve-tasks.ts';
import { loadLanguages } from '../languages/catalogues.ts';
import { createMailTasks, type MailThreadData } from './tasks.ts';

if (!parentPort) throw new Error('this is not a worker thread');
const port = parentPort;
const open = () => createMailTasks(workerData as MailThreadData, Date.now);
loadLanguages().then(() => serveTasks(port, open));
