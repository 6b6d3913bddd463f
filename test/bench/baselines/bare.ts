// A bare node:http server with one fixed response: `node bare.ts PORT`, then a message with the response.
import { createServer } from 'node:http';
import type { FixedResponse } from '../fixed-response.ts';

let fixed: FixedResponse = { headers: [], body: '' };

process.on('message', (message: FixedResponse) => {
  fixed = message;
  process.send?.('ready');
});

createServer((_request, response) => {
  response.writeHead(200, fixed.headers);
  response.end(fixed.body);
}).listen(Number(process.argv[2]), '127.0.0.1');
