import type { Server } from 'node:https';
import { EngagedError } from '../../domain/errors.ts';
import type { Logger } from '../../service/operations/log.ts';
import { certificateOf, readTlsPair, type TlsFiles, type TlsPair } from './tls-files.ts';

/** How often the files are read, in milliseconds. Notices of the file system miss links that are replaced. */
const INTERVAL_MS = 10_000;

/**
 * Gives new connections a certificate that was renewed. Files that are wrong, or half written, change nothing.
 *
 * @param loaded what the server has
 * @param onLoaded called with each pair that takes its place
 * @returns a function that reads the files at once
 */
export function reloadTls(
  server: Server,
  {
    files,
    loaded,
    log,
    onLoaded,
    intervalMs = INTERVAL_MS,
  }: {
    files: TlsFiles;
    loaded: TlsPair;
    log: Logger;
    onLoaded: (pair: TlsPair) => void;
    intervalMs?: number | undefined;
  },
): () => void {
  let current = loaded;
  let lastProblem = '';
  const check = () => {
    try {
      const pair = readTlsPair(files);
      lastProblem = '';
      if (pair.cert === current.cert && pair.key === current.key) return;
      server.setSecureContext(pair);
      current = pair;
      onLoaded(pair);
      log.info('certificate_loaded', { valid_to: certificateOf(pair).validTo });
    } catch (error) {
      const problem = error instanceof EngagedError ? error.message : 'It cannot be used';
      if (problem !== lastProblem) log.error('certificate_not_loaded', { problem });
      lastProblem = problem;
    }
  };
  const timer = setInterval(check, intervalMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  return check;
}
