import { runWorkerThread } from './thread.ts';

runWorkerThread(Date.now);
