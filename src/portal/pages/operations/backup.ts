import { createReadStream } from 'node:fs';
import { fileTimestamp } from '../../../domain/iso-time.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { isAlone } from '../../../service/company/company-copy.ts';
import { isPostgresAddress } from '../../../store/postgres/address.ts';
import type { Call } from '../../request/call.ts';
import { panel } from '../../view/panel.ts';
import { definePage } from '../page.ts';
import { OWNERS } from '../roles.ts';

const PATH = '/health/backup';

/** A copy of the data file, as `engaged backup` makes it. */
export const backupFile = definePage({
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
});

/** The file is opened when the first byte is asked for, and closed however the reader ends. */
async function* bytesOf(file: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(file);
}

/** Where owners download a backup, on the page of the data file. */
export const backupPanel = ({ t, session, services, host }: Call, size: number): Html => {
  if (session.role !== 'owner') return html``;
  const { health } = t;
  const command = (text: string) => html`<p><code class="command" tabindex="0">${text}</code></p>`;
  const text = isPostgresAddress(host.data)
    ? html`<p>${health.backupOfDatabase}</p>${command(`pg_dump --format custom --file engaged.dump ${host.data}`)}`
    : isAlone(services.db, session.companyId)
      ? html`<p>${health.backupText({ command: html`<code>engaged backup</code>`, size: t.format.size(size) })}</p><p class="field"><a class="btn" href="/portal${PATH}">${health.downloadBackup}</a></p>`
      : html`<p>${health.backupOfOthers}</p>${command('engaged backup PATH')}`;
  return panel({ id: 'backup', title: health.backup }, html`<div class="stack">${text}</div>`);
};
