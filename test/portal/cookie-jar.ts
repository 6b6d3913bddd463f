/** An answer, with where it leads. */
export type Step = { status: number; location: string; text: string; url: string };

/** A browser that keeps the cookies of each origin and follows redirects. */
export class CookieJar {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** The cookies of an origin. */
  of(url: string): Map<string, string> {
    const { origin } = new URL(url);
    const cookies = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, cookies);
    return cookies;
  }

  /** One request, without following where it leads. */
  async get(url: string, headers: Record<string, string> = {}): Promise<Step> {
    const cookies = this.of(url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { ...(cookie !== '' && { cookie }), ...headers },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location') ?? '';
    return {
      status: response.status,
      location: location && new URL(location, url).href,
      text: await response.text(),
      url,
    };
  }

  /** Follows redirects until a page, or until an address that begins with `until`, which is not requested. */
  async follow(url: string, until?: string): Promise<Step> {
    let step = await this.get(url, { 'sec-fetch-site': 'same-origin' });
    while (step.location !== '') {
      if (until !== undefined && step.location.startsWith(until)) return step;
      step = await this.get(step.location, { 'sec-fetch-site': 'none' });
    }
    return step;
  }
}
