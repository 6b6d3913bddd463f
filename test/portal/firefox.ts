import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { ENGAGED_FIREFOX = '' } = process.env;

const program = [
  ENGAGED_FIREFOX,
  ...['/usr/bin/firefox-esr', '/usr/bin/firefox', '/snap/bin/firefox'],
  '/Applications/Firefox.app/Contents/MacOS/firefox',
].find((path) => path !== '' && existsSync(path));

/** Why there is no Firefox; the tests that need one are skipped and say so. */
export const NO_FIREFOX = program
  ? false
  : 'no Firefox: install it, or name one in ENGAGED_FIREFOX';
if (NO_FIREFOX) process.stderr.write(`The portal is not tested in Firefox: ${NO_FIREFOX}\n`);

const PREFERENCES = {
  'marionette.port': 0,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.server': '',
  'app.update.enabled': false,
};

/** How long an element is waited for, in milliseconds. */
const PATIENCE_MS = 60_000;

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A text in an XPath expression. */
const quoted = (text: string): string => `concat('', "${text.replaceAll('"', `", '"', "`)}")`;

/** Starts a Firefox with a profile of its own. It is driven as by WebDriver, over a protocol that every version has. */
export async function startFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'engaged-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const browser = spawn(
    program ?? '',
    ['--headless', '--marionette', '--no-remote', '--profile', profile],
    { env: { ...process.env, HOME: profile, MOZ_HEADLESS: '1' }, stdio: 'ignore' },
  );
  const end = async () => {
    await ended(browser);
    rmSync(profile, { recursive: true, force: true });
  };
  const port = await portOf(browser, join(profile, 'MarionetteActivePort'));
  const firefox = new Firefox(connect(port, '127.0.0.1'), end);
  await firefox.command('WebDriver:NewSession', {
    timeouts: { implicit: PATIENCE_MS, pageLoad: PATIENCE_MS },
  });
  return firefox;
}

function ended(browser: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (browser.exitCode !== null || browser.signalCode !== null) return resolve();
    browser.once('exit', () => resolve());
    browser.kill('SIGKILL');
  });
}

/** Firefox writes the port that it listens on into its profile. */
async function portOf(browser: ChildProcess, file: string): Promise<number> {
  while (browser.exitCode === null) {
    if (existsSync(file) && readFileSync(file, 'utf8') !== '') {
      return Number(readFileSync(file, 'utf8'));
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Firefox ended before it could be driven');
}

export class Firefox {
  readonly #socket: Socket;
  readonly #answers: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
  #received = Buffer.alloc(0);
  #id = 0;

  /** Ends the browser. */
  readonly close: () => Promise<void>;

  constructor(socket: Socket, close: () => Promise<void>) {
    this.#socket = socket;
    this.close = close;
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('error', (error) => {
      for (const { reject } of this.#answers.splice(0)) reject(error);
    });
  }

  /** A message is its length, a colon, and JSON. The first one is a greeting. */
  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(0, colon)));
      if (colon === -1 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, , error, result] = message;
      const answer = this.#answers.shift();
      if (error) answer?.reject(new Error(`${error.error}: ${error.message}`));
      else answer?.resolve(result);
    }
  }

  command<T = { value: string }>(name: string, parameters: object = {}): Promise<T> {
    const message = JSON.stringify([0, this.#id++, name, parameters]);
    return new Promise((resolve, reject) => {
      this.#answers.push({ resolve: (value) => resolve(value as T), reject });
      this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  }

  async goto(url: string): Promise<void> {
    await this.command('WebDriver:Navigate', { url });
  }

  /** The first element of an XPath, as soon as there is one. */
  async #find(xpath: string): Promise<string> {
    const parameters = { using: 'xpath', value: xpath };
    const { value } = await this.command<{ value: Record<string, string> }>(
      'WebDriver:FindElement',
      parameters,
    );
    return value[ELEMENT] ?? '';
  }

  #field(label: string): Promise<string> {
    const text = quoted(label);
    return this.#find(
      `//*[@id=//label[normalize-space(.)=${text}]/@for] | //label[contains(normalize-space(.), ${text})]//input | //*[@aria-label=${text}][self::input or self::select]`,
    );
  }

  /** Types into the field of a label what stands in it then, or the path of a file. */
  async fill(label: string, text: string): Promise<void> {
    const id = await this.#field(label);
    const { value: type } = await this.command('WebDriver:GetElementProperty', {
      id,
      name: 'type',
    });
    if (type !== 'file') await this.command('WebDriver:ElementClear', { id });
    await this.command('WebDriver:ElementSendKeys', { id, text });
  }

  async check(label: string): Promise<void> {
    await this.command('WebDriver:ElementClick', { id: await this.#field(label) });
  }

  async choose(label: string, option: string): Promise<void> {
    const text = `normalize-space(.)=${quoted(option)}`;
    const id = await this.#find(
      `//select[@id=//label[normalize-space(.)=${quoted(label)}]/@for]//option[${text}]`,
    );
    await this.command('WebDriver:ElementClick', { id });
  }

  /** Clicks a button or a link whose text begins with a name. */
  async click(name: string): Promise<void> {
    const id = await this.#find(
      `//*[self::button or self::a or self::summary][starts-with(normalize-space(.), ${quoted(name)})]`,
    );
    await this.command('WebDriver:ElementClick', { id });
  }

  /** Waits until a text is on the page. */
  async see(text: string): Promise<void> {
    await this.#find(`//main//*[contains(normalize-space(.), ${quoted(text)})]`);
  }

  async value(label: string): Promise<string> {
    const id = await this.#field(label);
    return (await this.command('WebDriver:GetElementProperty', { id, name: 'value' })).value;
  }

  /** The text of the page. */
  async text(): Promise<string> {
    const script = 'return document.body.innerText';
    return (await this.command('WebDriver:ExecuteScript', { script, args: [] })).value;
  }
}
