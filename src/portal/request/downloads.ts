import type { PortalExchange } from './exchange.ts';
import type { Download } from './outcome.ts';

/** Files that are made at the same time: each keeps the ranker thread busy, and a slow reader stays for long. */
export const MAX_DOWNLOADS = { total: 8, perCompany: 3 };

/** Sends a file. */
export async function sendFile(
  exchange: PortalExchange,
  { file, chunks, bytes, end }: Download,
  type: string,
): Promise<void> {
  try {
    const disposition = `attachment; filename="${file}"`;
    const length = bytes === undefined ? [] : ['Content-Length', String(bytes)];
    const headers = ['Content-Type', type, 'Content-Disposition', disposition, ...length];
    await exchange.stream(chunks, headers);
  } finally {
    await end?.();
  }
}
