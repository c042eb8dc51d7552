import { randomBytes } from 'node:crypto';

export interface VisitedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Where a redirect points, absolute. */
  readonly location: string | null;
}

export type FormValues = Readonly<Record<string, string | readonly string[]>>;

/** Someone with a browser without scripts: keeps cookies, sends forms with what they hold. Redirects are looked at, not followed. */
export class Visitor {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly origin: string,
    /** Sent with every request. */
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  async get(path: string): Promise<VisitedPage> {
    return this.send(path, {});
  }

  /** Loads the page, fills its form in and sends it. */
  async submit(pagePath: string, values: FormValues, action = pagePath): Promise<VisitedPage> {
    const page = await this.get(pagePath);
    return this.post(action, { _csrf: csrfOf(page.html), ...values });
  }

  /** Sends a form as it is. */
  async post(path: string, values: FormValues): Promise<VisitedPage> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(values)) {
      for (const one of typeof value === 'string' ? [value] : value) body.append(name, one);
    }
    return this.send(path, { method: 'POST', body });
  }

  /** Makes an account and is signed in. @returns its e-mail address */
  async signUp(name = 'Maija', password = 'correct horse battery'): Promise<string> {
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const { status, html } = await this.submit('/sign-up', { name, email, password });
    if (status !== 303) throw new Error(`signing up answered ${status}: ${html}`);
    return email;
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  private async send(path: string, init: RequestInit): Promise<VisitedPage> {
    const url = new URL(path, this.origin);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...this.headers, cookie } });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: location && new URL(location, url).href,
    };
  }

  private keep(line: string): void {
    const [pair = ''] = line.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The token that a page's forms carry. */
export function csrfOf(html: string): string {
  return /name="_csrf" value="([^"]+)"/.exec(html)?.[1]?.replaceAll('&#43;', '+') ?? '';
}
