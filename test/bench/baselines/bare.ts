// A bare node:http server with one fixed response: `node bare.ts PORT`, then a message with the response.
import { createServer } from 'node:http';
import type { FixedResponse } from '../fixed-response.ts';

let answer: FixedResponse = { headers: [], body: '' };

process.on('message', (message: FixedResponse) => {
  answer = message;
  process.send?.('ready');
});

createServer((_request, response) => {
  response.writeHead(200, answer.headers);
  response.end(answer.body);
}).listen(Number(process.argv[2]), '127.0.0.1');
