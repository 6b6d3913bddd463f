import { createReadStream } from 'node:fs';
import { fileTimestamp } from '../../domain/iso-time.ts';
import { formatBytes } from '../../domain/number-text.ts';
import { type Html, html } from '../../http/html.ts';
import { isAlone } from '../../service/company-copy.ts';
import { isPostgresAddress } from '../../store/postgres/address.ts';
import type { Call, Page } from '../page.ts';
import { OWNERS } from '../roles.ts';

const PATH = '/health/backup';

/** A copy of the data file, as `engaged backup` makes it. */
export const backupFile: Page = {
  path: PATH,
  roles: OWNERS,
  isOfCompany: false,
  type: 'application/vnd.sqlite3',
  needsPassword: true,
  isRecorded: true,
  show: async (call) => {
    const { session, backups, now, onLeave, changeAs } = call;
    const { companyId, id } = session;
    const copy = await backups.make(companyId, onLeave);
    try {
      const { bytes } = copy;
      await changeAs({ companyId, account: id }, 'recordBackupDownload', { bytes });
      return {
        file: `engaged-${fileTimestamp(now)}Z.db`,
        bytes,
        chunks: bytesOf(copy.file),
        end: copy.remove,
      };
    } catch (error) {
      await copy.remove();
      throw error;
    }
  },
};

/** The file is opened when the first byte is asked for, and closed however the reader ends. */
async function* bytesOf(file: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(file);
}

/** Where owners download a backup, on the page of the data file. */
export const backupPanel = ({ session, services, host }: Call, size: number): Html => {
  if (session.role !== 'owner') return html``;
  const text = isPostgresAddress(host.data)
    ? html`<p>The data is in a PostgreSQL database. Whoever runs it backs it up, for instance with:</p><p><code class="command" tabindex="0">pg_dump --format custom --file engaged.dump ${host.data}</code></p>`
    : isAlone(services.db, session.companyId)
      ? html`<p>A verified copy of the whole data file, as <code>engaged backup</code> makes it: ${formatBytes(size)}. The download begins after some seconds. It holds everything on record, with the hashes of passwords and the secrets of webhooks. Keep it where nobody else reads it.</p><p class="field"><a class="btn" href="/portal${PATH}">Download a backup</a></p>`
      : html`<p>The data file holds, or may still hold, data of another company, so it cannot be downloaded here. Whoever runs the service makes a backup on its machine:</p><p><code class="command" tabindex="0">engaged backup PATH</code></p>`;
  return html`<section class="panel" aria-labelledby="backup"><header><h2 id="backup">Backup</h2></header><div class="pad stack">${text}</div></section>`;
};
