/**
 * The file that a thread runs. The build replaces this module: in the bundle it is the bundle itself,
 * whose main program recognises a thread of ours by `isServingThread`.
 */
export const workerEntry: URL = new URL('./thread-main.ts', import.meta.url);
