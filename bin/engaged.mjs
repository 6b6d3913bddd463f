#!/usr/bin/env node
// biome-ignore-all lint: old JavaScript on purpose; it must still run on a Node that cannot run the rest, to say so.

// better-sqlite3 crashes the whole process on such a Node, so nothing is loaded before the check.
var needed = [22, 14];
var parts = process.versions.node.split('.').map(Number);

if (parts[0] < needed[0] || (parts[0] === needed[0] && parts[1] < needed[1])) {
  console.error(
    'engaged: Node.js ' +
      needed.join('.') +
      ' or newer is needed; this is ' +
      process.versions.node +
      '.',
  );
  process.exit(1);
}

import('../dist/engaged.mjs').catch((error) => {
  if (error && error.code === 'ERR_MODULE_NOT_FOUND' && /dist.engaged\.mjs'/.test(error.message)) {
    console.error('engaged: The program is not built yet. Run: npm run build');
  } else {
    console.error(
      'engaged: The program could not be loaded (' + ((error && error.code) || error) + ').',
    );
  }
  process.exit(1);
});
