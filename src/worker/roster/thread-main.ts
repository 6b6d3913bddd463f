import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority, NICENESS } from '../priority.ts';
import { runReader } from './run-reader.ts';

if (!parentPort) throw new Error('this is not a worker thread');
lowerPriority(NICENESS.pages);
runReader(parentPort, workerData, Date.now);
