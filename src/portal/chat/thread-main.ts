import { parentPort, workerData } from 'node:worker_threads';
import { type DelivererData, openDeliverer } from '../../worker/open-deliverer.ts';
import { lowerPriority, NICENESS } from '../../worker/priority.ts';
import { serveTasks } from '../../worker/serve-tasks.ts';
import { loadLanguages } from '../languages/catalogues.ts';
import { renderChat } from './render-chat.ts';

if (!parentPort) throw new Error('this is not a worker thread');
lowerPriority(NICENESS.changes);
const port = parentPort;
const open = () => openDeliverer(workerData as DelivererData, renderChat, Date.now);
loadLanguages().then(() => serveTasks(port, open));
