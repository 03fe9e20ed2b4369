/** What a page of a browser is to a test: where it ended, and what stands there. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** A browser without scripts: it keeps cookies by host and path, and follows redirects as a navigation does. */
export class CookieBrowser {
  readonly #cookies = new Map<string, Cookie>();
  /** Every address that was opened, in order. */
  readonly visited: string[] = [];

  async request(address: string | URL, init: RequestInit = {}): Promise<Page> {
    const url = new URL(address);
    this.visited.push(url.href);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(init.headers as Record<string, string>), cookie: this.cookies(url) },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(url, line);
    return { url, status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Opens an address and follows redirects, up to the page that `stop` accepts or that does not redirect. */
  async open(address: string | URL, init: RequestInit = {}, stop: (url: URL) => boolean = () => false): Promise<Page> {
    let page = await this.request(address, init);
    for (let hops = 0; hops < 20 && page.status >= 300 && page.status < 400; hops++) {
      const next = new URL(page.headers.get('location') ?? '', page.url);
      if (stop(next)) return { ...page, url: next };
      page = await this.request(next);
    }
    return page;
  }

  submit(address: string | URL, form: Record<string, string>, stop?: (url: URL) => boolean): Promise<Page> {
    return this.open(address, { method: 'POST', body: new URLSearchParams(form) }, stop);
  }

  cookies(url: URL): string {
    return [...this.#cookies]
      .filter(([name, { path }]) => name.startsWith(`${url.hostname} `) && `${url.pathname}/`.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[1]}=${value}`)
      .join('; ');
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies].find(([key]) => key.endsWith(` ${name}`))?.[1].value;
  }

  #keep({ hostname }: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const path = /^path=(.*)$/i.exec(attributes.find((each) => /^path=/i.test(each)) ?? '')?.[1] ?? '/';
    if (value === '' || attributes.some((each) => /^max-age=0$/i.test(each)))
      this.#cookies.delete(`${hostname} ${name}`);
    else this.#cookies.set(`${hostname} ${name}`, { value, path });
  }
}

/** The address that a form of a page is sent to. */
export const formOf = ({ text, url }: Page): URL => new URL(/<form[^>]*action="([^"]+)"/.exec(text)?.[1] ?? '', url);
