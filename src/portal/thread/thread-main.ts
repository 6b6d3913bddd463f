import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority, NICENESS } from '../../worker/priority.ts';
import { runPortal } from './run-portal.ts';

if (!parentPort) throw new Error('this is not a worker thread');
lowerPriority(NICENESS.pages);
runPortal(parentPort, workerData);
