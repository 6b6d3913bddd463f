// Loaded before a program under test: replaces the time, the user and the terminal, and ends every pause at once.
const os = require('node:os');
const timers = require('node:timers/promises');

const { now, user, columns } = JSON.parse(process.env.FAKE_ENVIRONMENT);
Date.now = () => now;
timers.setTimeout = () => Promise.resolve();
os.userInfo = () => ({ username: user });
if (columns !== undefined) {
  for (const stream of [process.stdout, process.stderr])
    Object.assign(stream, { isTTY: true, columns });
  process.stdin.isTTY = true;
}
