import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority, NICENESS } from '../../worker/priority.ts';
import { serveTasks } from '../../worker/serve-tasks.ts';
import { loadLanguages } from '../languages/catalogues.ts';
import { openSlack, type SlackData } from './open-slack.ts';

if (!parentPort) throw new Error('this is not a worker thread');
lowerPriority(NICENESS.pages);
const port = parentPort;
loadLanguages().then(() => serveTasks(port, () => openSlack(workerData as SlackData, Date.now)));
