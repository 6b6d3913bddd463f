// Loaded before a program that is under test: it takes this time, user and terminal for the real ones, and every
// pause for over at once.
const crypto = require('node:crypto');
const os = require('node:os');
const timers = require('node:timers/promises');

const { now, run, user, columns } = JSON.parse(process.env.A_WORLD);
Date.now = () => now;
timers.setTimeout = () => Promise.resolve();
os.userInfo = () => ({ username: user });
if (columns !== undefined) {
  for (const stream of [process.stdout, process.stderr])
    Object.assign(stream, { isTTY: true, columns });
}

// Ids made in one millisecond stand in their order only where one process makes them, and here none passes: so the
// eight random bytes of every id begin with the number of the run.
const { randomBytes } = crypto;
crypto.randomBytes = (size) => {
  const bytes = randomBytes(size);
  if (size >= 4096) for (let at = 0; at < size; at += 8) bytes.writeUInt16BE(run, at);
  return bytes;
};
