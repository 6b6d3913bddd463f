import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getRouterParam } from 'h3';
import { RememberingApp, respondWith } from '../../src/http/h3.ts';

const respond = (app: RememberingApp, path: string, method = 'GET') =>
  respondWith(app, { method, path }, {});

test('a path leads to its route and its parameters each time, and after any number of others', () => {
  const app = new RememberingApp();
  app.get('/people/:id', (event) => `read ${getRouterParam(event, 'id')}`);
  app.post('/people/:id', (event) => `write ${getRouterParam(event, 'id')}`);
  for (let i = 0; i <= 30_000; i++) respond(app, `/people/${i}`);
  for (let again = 0; again < 2; again++) {
    assert.equal(respond(app, '/people/7'), 'read 7');
    assert.equal(respond(app, '/people/7', 'POST'), 'write 7');
    assert.equal(respond(app, `/people/${'x'.repeat(300)}`), `read ${'x'.repeat(300)}`);
    assert.equal(typeof respond(app, '/nowhere'), 'symbol');
    assert.equal(typeof respond(app, '/people//7'), 'symbol');
  }
});
