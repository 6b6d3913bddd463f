import { type Html, html } from '../../../http/response/html.ts';
import {
  HEALTH_FINDINGS,
  type HealthFinding,
} from '../../../service/operations/doctor/health-findings.ts';
import * as lastJobs from '../../../store/operations/last-jobs.ts';
import { isPostgresAddress } from '../../../store/postgres/address.ts';
import { SCHEMA_VERSION } from '../../../store/sqlite/migrate.ts';
import type { Messages } from '../../languages/en.ts';
import { textOf } from '../../languages/tools.ts';
import type { Call } from '../../request/call.ts';
import { linesOf } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, facts, panel } from '../../view/panel.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';
import { backupPanel } from './backup.ts';
import { serviceSettings } from './service-settings.ts';

const KINDS = { ok: 'ok', warning: 'warn', problem: 'bad' } as const;
const ORDER = ['problem', 'warning', 'ok'] as const;

/** What `engaged doctor` finds about the data file and its machine, without reading the whole file. */
export const healthPage = definePage({
  path: '/health',
  roles: EDITORS,
  isOfCompany: false,
  nav: {
    label: (t) => t.health.title,
    icon: 'heart',
    key: 'y',
    group: 'system',
  },
  show: async (call) => {
    const { t, services, now, host } = call;
    const { health } = t;
    const findings = await services.ranker.checkHealth(host.data, now);
    const sorted = ORDER.flatMap((level) => findings.filter((one) => one.level === level));
    const checks = panel(
      {
        ...{ id: 'checks', title: health.checks, isFull: true },
        beside: verdict(t, sorted),
        footer: health.allIsReadBy({ command: html`<code>engaged doctor</code>` }),
      },
      linesOf(sorted.map((finding) => row(t, finding))),
    );
    const lead = isPostgresAddress(host.data) ? health.leadOfDatabase : health.leadOfFile;
    const size = services.db.size();
    return {
      title: health.title,
      body: html`${pageHead({ title: health.title, lead })}
<div class="stack">${checks}
${dataPanel(call, size)}${backupPanel(call, size)}${serviceSettings(call)}</div>`,
    };
  },
});

function dataPanel({ t: { health, format }, services, host, now }: Call, size: number): Html {
  const isFile = !isPostgresAddress(host.data);
  const backup = services.db.one(lastJobs.findBackup, {});
  const at = backup?.lastBackupAt ?? null;
  const lastBackup =
    at === null
      ? health.noBackup
      : `${format.moment(at, now)} · ${format.size(backup?.lastBackupBytes ?? 0)}`;
  return panel(
    { id: 'file', title: isFile ? health.dataFile : health.database },
    facts([
      [isFile ? health.file : health.address, html`<span class="mono">${host.data}</span>`],
      [health.size, format.size(size)],
      [health.lastBackup, isFile ? lastBackup : null],
      [health.version, health.versions({ program: host.version, schema: SCHEMA_VERSION })],
    ]),
  );
}

const verdict = ({ health }: Messages, [worst]: readonly HealthFinding[]): Html =>
  worst === undefined || worst.level === 'ok'
    ? html`<span class="chip ok">${health.noProblems}</span>`
    : html`<span class="chip ${KINDS[worst.level]}">${health.lookHere}</span>`;

function row(t: Messages, finding: HealthFinding): Html {
  const { code, level } = finding;
  const check = t.checks[HEALTH_FINDINGS[code].check];
  const { message, advice } = t.findings[code];
  return html`<li><span class="chip ${KINDS[level]}">${t.health.levels[level]}</span><div class="grow"><p><b>${check}</b> ${textOf(message, finding)}</p>${advice && explained(textOf(advice, finding))}</div></li>
`;
}
