import type { Exchange } from '../../http/exchange.ts';
import type { Problem } from '../../http/problems.ts';
import type { Download } from '../page.ts';

/** Files that are made at the same time: each keeps the ranker thread busy. */
const MAX_DOWNLOADS = 4;

const TOO_MANY_DOWNLOADS: Problem = {
  status: 503,
  code: 'unavailable',
  message: 'Several files are being downloaded already.',
  retryAfter: 10,
};

/** Sends files, a few at a time. */
export class Downloads {
  #running = 0;

  async send(exchange: Exchange, { file, chunks }: Download, type: string): Promise<void> {
    if (this.#running >= MAX_DOWNLOADS) return exchange.refuse(TOO_MANY_DOWNLOADS);
    this.#running++;
    try {
      const disposition = `attachment; filename="${file}"`;
      await exchange.stream(chunks, ['Content-Type', type, 'Content-Disposition', disposition]);
    } finally {
      this.#running--;
    }
  }
}
