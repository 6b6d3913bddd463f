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

  async send(exchange: Exchange, download: Download, type: string): Promise<void> {
    try {
      await this.#stream(exchange, download, type);
    } finally {
      await download.end?.();
    }
  }

  async #stream(exchange: Exchange, { file, chunks, bytes }: Download, type: string) {
    if (this.#running >= MAX_DOWNLOADS) return exchange.refuse(TOO_MANY_DOWNLOADS);
    this.#running++;
    try {
      const disposition = `attachment; filename="${file}"`;
      const length = bytes === undefined ? [] : ['Content-Length', String(bytes)];
      const headers = ['Content-Type', type, 'Content-Disposition', disposition, ...length];
      await exchange.stream(chunks, headers);
    } finally {
      this.#running--;
    }
  }
}
