// Clients that wait for events: `node wait-driver.ts PORT DATA_FILE SECONDS CLIENTS WRITER COMPANY`. WRITER says who
// writes an event each second: `http` the service, `file` this process, `none` nobody. Prints the times from the commit
// to the clients, in milliseconds.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { recordEvents } from '../../src/service/events/events.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import type { SeededCompany } from './seed.ts';

/** A service accepts 256 connections from one address, and 127.0.0.1 is that of the measured reads. */
const CLIENTS_PER_ADDRESS = 200;

const [port, file = '', seconds, clients, writer, companyJson = ''] = process.argv.slice(2);
const company: SeededCompany = JSON.parse(companyJson);
const db = openDataFile(file, { write: true });
const milliseconds: number[] = [];
let committedAt = Number.NaN;
let seen = 0;

function wait(index: number): Socket {
  const key = company.keys[index % company.keys.length];
  const localAddress = `127.0.0.${2 + Math.floor(index / CLIENTS_PER_ADDRESS)}`;
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
  const ask = (after: string) =>
    socket.write(
      `GET /v1/events?wait=25&after=${after} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
  socket.setEncoding('latin1');
  let received = '';
  socket.on('data', (text) => {
    received += text;
    const [, after] = /"next_after":(\d+),"has_more":\w+\}$/.exec(received) ?? [];
    if (after === undefined) return;
    if (received.includes('"data":[{')) {
      seen++;
      // An answer may overtake the response to the request that wrote the event.
      milliseconds.push(Math.max(0, performance.now() - committedAt));
    }
    received = '';
    ask(after);
  });
  ask('latest');
  return socket;
}

async function writeEvent(turn: number): Promise<void> {
  if (writer === 'http') {
    const employee = { external_id: `E${String(1 + turn).padStart(7, '0')}` };
    const awards = [{ employee, amount: 1, once: `wait ${performance.timeOrigin} ${turn}` }];
    await fetch(`http://127.0.0.1:${port}/v1/xp/awards`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.keys[0]}` },
      body: JSON.stringify({ awards }),
    });
  } else {
    const context = { companyId: company.companyId, now: Date.now(), actor: 'bench' };
    writeCompany(db, context, (w) => recordEvents(w, [{ type: 'events.omitted', data: {} }]));
  }
}

const sockets = Array.from({ length: Number(clients) }, (_, index) => wait(index));
await sleep(1_000);
const until = performance.now() + Number(seconds) * 1_000 - 1_000;
for (let turn = 0; performance.now() < until; turn++) {
  if (writer !== 'none') {
    const before = performance.now();
    committedAt = before;
    await writeEvent(turn);
    if (seen === turn * sockets.length) committedAt = performance.now();
  }
  await sleep(1_000);
}
for (const socket of sockets) socket.destroy();
db.close();
console.log(JSON.stringify({ clients: sockets.length, milliseconds }));
