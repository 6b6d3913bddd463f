import type { Exchange } from '../../http/exchange.ts';
import type { Problem } from '../../http/problems.ts';
import type { Download } from '../page.ts';

/** Files that are made at the same time: each keeps the ranker thread busy, and a slow reader stays for long. */
export const MAX_DOWNLOADS = { total: 8, perCompany: 3 };

export const TOO_MANY_DOWNLOADS: Problem = {
  status: 503,
  code: 'unavailable',
  message: 'Several files are being downloaded already.',
  retryAfter: 10,
};

/** Sends a file. */
export async function sendFile(
  exchange: Exchange,
  { file, chunks, bytes, end }: Download,
  type: string,
): Promise<void> {
  try {
    const disposition = `attachment; filename="${file}"`;
    const length = bytes === undefined ? [] : ['Content-Length', String(bytes)];
    const headers = ['Content-Type', type, 'Content-Disposition', disposition, ...length];
    await exchange.stream(inTurns(exchange, chunks), headers);
  } finally {
    await end?.();
  }
}

/** A fast reader takes each chunk at once, so that without this all of them would be made in one turn. */
async function* inTurns(
  exchange: Exchange,
  chunks: Download['chunks'],
): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of chunks) {
    await exchange.giveWay();
    yield chunk;
  }
}
