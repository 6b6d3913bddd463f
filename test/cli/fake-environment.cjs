// Loaded before a program that is under test: it takes this time, user and terminal for the real ones, and every
// pause for over at once.
const os = require('node:os');
const timers = require('node:timers/promises');

const { now, user, columns } = JSON.parse(process.env.A_WORLD);
Date.now = () => now;
timers.setTimeout = () => Promise.resolve();
os.userInfo = () => ({ username: user });
if (columns !== undefined) {
  for (const stream of [process.stdout, process.stderr])
    Object.assign(stream, { isTTY: true, columns });
  process.stdin.isTTY = true;
}
