import { formatBytes } from '../../domain/number-text.ts';
import { type Html, html } from '../../http/html.ts';
import type { Finding } from '../../service/doctor/finding.ts';
import * as lastJobs from '../../store/last-jobs.ts';
import { isPostgresAddress } from '../../store/postgres/address.ts';
import { SCHEMA_VERSION } from '../../store/sqlite/migrate.ts';
import type { Page } from '../page.ts';
import { moment } from '../parts/format.ts';
import { EDITORS } from '../roles.ts';
import { backupPanel } from './backup.ts';

const KINDS = { ok: 'ok', warning: 'warn', problem: 'bad' } as const;
const ORDER = ['problem', 'warning', 'ok'] as const;

/** What `engaged doctor` finds about the data file and its machine, without reading the whole file. */
export const healthPage: Page = {
  path: '/health',
  roles: EDITORS,
  isOfCompany: false,
  show: async (call) => {
    const { services, now, host } = call;
    const { db, ranker } = services;
    const isFile = !isPostgresAddress(host.data);
    const findings = await ranker.checkHealth(host.data, now);
    const sorted = ORDER.flatMap((level) => findings.filter((one) => one.level === level));
    const backup = db.one(lastJobs.findBackup, {});
    const backupAt = backup?.lastBackupAt ?? null;
    const size = db.size();
    return {
      title: 'Health',
      body: html`<div class="head"><div><h1>Health</h1><p class="lead">The ${isFile ? 'data file' : 'database'} and the machine, as of now.</p></div></div>
<div class="stack"><section class="panel" aria-labelledby="checks"><header><h2 id="checks">Checks</h2>${verdict(sorted)}</header><ul class="list">
${sorted.map(row)}</ul><footer>All data is read, entry by entry, by: <code>engaged doctor</code></footer></section>
<section class="panel" aria-labelledby="file"><header><h2 id="file">${isFile ? 'Data file' : 'Database'}</h2></header><div class="pad"><dl class="facts">
<dt>${isFile ? 'File' : 'Address'}</dt><dd class="mono">${host.data}</dd><dt>Size</dt><dd>${formatBytes(size)}</dd>
${isFile ? html`<dt>Last backup</dt><dd>${backupAt === null ? 'none yet' : `${moment(backupAt, now)} · ${formatBytes(backup?.lastBackupBytes ?? 0)}`}</dd>` : ''}
<dt>Version</dt><dd>engaged ${host.version}, schema ${SCHEMA_VERSION}</dd></dl></div></section>${backupPanel(call, size)}</div>`,
    };
  },
};

const verdict = ([worst]: readonly Finding[]): Html =>
  worst === undefined || worst.level === 'ok'
    ? html`<span class="chip ok">no problems</span>`
    : html`<span class="chip ${KINDS[worst.level]}">look here</span>`;

const row = ({ check, level, message, advice }: Finding): Html =>
  html`<li><span class="chip ${KINDS[level]}">${level}</span><div class="grow"><p><b>${check}</b> ${message}</p>${advice === null ? '' : html`<p class="small muted">${advice}</p>`}</div></li>
`;
