import { serveThread } from './thread.ts';

serveThread(Date.now);
