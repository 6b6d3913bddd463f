import { once } from 'node:events';
import { connect } from 'node:tls';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestService } from './http/harness.ts';
import { tempFolder } from './store/temp-files.ts';
import { makeCertificate } from './cli/certificates.ts';
import { execSync } from 'node:child_process';
test('x', async (t) => {
  const service = await startTestService(t, { tls: { files: makeCertificate(tempFolder(t), 'x') } });
  const states = () => execSync(`ss -tanH "sport = :${service.port}" | awk '{print $1, $2, $3}' | sort | uniq -c | tr '\\n' ';'`).toString();
  for (const times of [0, 1, 4])  {
    const s = connect({ port: service.port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
    s.on('error', (e) => { console.log('client error', (e as any).code)});
    await once(s, 'secureConnect');
    s.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'); await once(s, 'data'); 
    for (let i = 0; i < times; i++) { await Promise.race([new Promise(r=>s.once('error', r)), sleep(500), new Promise((r) => s.renegotiate({ rejectUnauthorized: false }, r))]); }
    s.destroy();
    await sleep(2000);
    console.log('R', times, states());
  }
});
