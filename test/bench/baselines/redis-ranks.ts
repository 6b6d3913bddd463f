// A bare node:http server that inserts a rank from a Redis sorted set into a fixed response:
// `node redis-ranks.ts PORT REDIS_PORT`, then a message with the stats response of one person.
import { createServer } from 'node:http';
import { createClient } from '@redis/client';
import type { FixedResponse } from '../fixed-response.ts';

const [port, redisPort] = process.argv.slice(2);
const redis = createClient({ url: `redis://127.0.0.1:${redisPort}` });

let headers: string[] = [];
let before = '';
let after = '';

process.on('message', (response: FixedResponse) => {
  // The length of the rank differs between people, and so does that of the body.
  headers = response.headers.filter(
    (_, i, all) => all[i - (i % 2)]?.toLowerCase() !== 'content-length',
  );
  const split = /^(.*"company_rank":)\d+(.*)$/s.exec(response.body);
  before = split?.[1] ?? '';
  after = split?.[2] ?? '';
  process.send?.('ready');
});

const server = createServer((request, response) => {
  const id = request.url?.split('/')[3] ?? '';
  redis.zRevRank('xp', id).then(
    (rank) => {
      const body = `${before}${Number(rank) + 1}${after}`;
      response.writeHead(200, [...headers, 'content-length', String(body.length)]);
      response.end(body);
    },
    () => {
      response.writeHead(500);
      response.end();
    },
  );
});

await redis.connect();
server.listen(Number(port), '127.0.0.1');
