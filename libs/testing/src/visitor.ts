import { randomBytes } from 'node:crypto';

export interface VisitedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The absolute address of a redirect. */
  readonly location: string | null;
}

/** The signed-in user, as the console reads it. */
interface SignedIn {
  readonly user: Readonly<Record<'id' | 'name' | 'email' | 'role', string>>;
  readonly csrf_token: string;
}

/** A response of the REST API to the console. */
export interface ConsoleResponse<Data> {
  readonly status: number;
  /** The member `data`; undefined for an error. */
  readonly data: Data;
}

export type FormValues = Readonly<Record<string, string | readonly string[]>>;

/** Sites that do not exist; a test's client has its pages there. */
const CLIENT_SITE = /\.example$/;
/** Headers that browsers send with requests of a site to itself. */
const OWN_SITE = { 'sec-fetch-site': 'same-origin' };
const JSON_BODY = { 'content-type': 'application/json' };
const HOPS_MAX = 10;
/** Longer than any server waits before it responds. */
const RESPONSE_MS_MAX = 60_000;

type Sent = Pick<RequestInit, 'method' | 'body'> & { readonly headers?: Readonly<Record<string, string>> };

const invitations = new Map<string, () => Promise<string>>();

/** Sets the invitations with which visitors sign up at the address. */
export function inviteVisitors(origin: string, invite: () => Promise<string>): void {
  invitations.set(new URL(origin).origin, invite);
}

/**
 * A user with a browser without scripts: stores cookies and sends forms with their default values. Redirects are
 * returned; only `browse` follows them.
 */
export class Visitor {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly origin: string,
    /** Sent with every request. */
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /**
   * Loads a page.
   * @param headers that a browser adds to this request
   */
  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<VisitedPage> {
    return this.send(path, { headers });
  }

  /** Loads the page, fills in its form and sends it. */
  async submit(pagePath: string, values: FormValues, action = pagePath): Promise<VisitedPage> {
    const page = await this.get(pagePath);
    return this.post(action, { _csrf: csrfOf(page.html), ...values });
  }

  /** Returns the values that the page's form includes. */
  async form(pagePath: string): Promise<{ readonly csrf: string; readonly cookie: string }> {
    const { html } = await this.get(pagePath);
    return { csrf: csrfOf(html), cookie: this.cookieHeader() };
  }

  /** Sends a form with exactly these values. */
  async post(path: string, values: FormValues): Promise<VisitedPage> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(values)) {
      for (const one of typeof value === 'string' ? [value] : value) body.append(name, one);
    }
    return this.send(path, { method: 'POST', body });
  }

  /**
   * Signs up, with an invitation if the operator gives visitors one, and signs in.
   * @returns the e-mail address
   */
  async signUp(name = 'Maija', password = 'correct horse battery'): Promise<string> {
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const invitation = (await invitations.get(new URL(this.origin).origin)?.()) ?? '';
    const wanted = { name, email, password, invitation };
    const { status, html } = await this.submit(`/sign-up?invitation=${invitation}`, wanted, '/sign-up');
    if (status !== 303) throw new Error(`signing up answered ${status}: ${html}`);
    const signedIn = await this.submit('/sign-in', { email, password });
    if (signedIn.status !== 303) throw new Error(`signing in answered ${signedIn.status}: ${signedIn.html}`);
    return email;
  }

  /** Returns the signed-in user; null if the session has ended or there was none. */
  async session(): Promise<SignedIn | null> {
    const { status, html } = await this.get('/console/session', OWN_SITE);
    return status === 200 ? (JSON.parse(html) as SignedIn) : null;
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.session()) !== null;
  }

  /** Signs out, like the button of the console and of the pages. */
  async signOut(): Promise<VisitedPage> {
    return this.post('/sign-out', { _csrf: await this.csrf() });
  }

  /** Sends a request to the REST API in the session, as the console does. */
  async console<Data>(method: string, path: string, body?: object): Promise<ConsoleResponse<Data>> {
    const { status, html } = await this.send(`/api/v1${path}`, {
      method,
      headers: { ...OWN_SITE, 'x-csrf-token': await this.csrf(), ...(body ? JSON_BODY : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status, data: (JSON.parse(html) as { data: Data }).data };
  }

  private async csrf(): Promise<string> {
    return (await this.session())?.csrf_token ?? '';
  }

  /**
   * Confirms a setup on its page.
   * @returns the address of the institution or destination, to which the browser goes next
   */
  async confirm(authUrl: string): Promise<string> {
    const confirmed = await this.submit(authUrl, { decision: 'confirm' });
    if (confirmed.location === null)
      throw new Error(`confirming answered ${confirmed.status}: ${confirmed.html}`);
    const { headers, html } = await this.get(confirmed.location);
    const link = /^0; url=(.+)$/.exec(headers.get('refresh') ?? '')?.[1];
    if (link === undefined) throw new Error(`the page leads nowhere: ${html}`);
    return link;
  }

  /**
   * Follows redirects until there are none, or the browser reaches the client's site.
   * @returns the page and its address
   */
  async browse(start: string): Promise<VisitedPage & { readonly at: URL }> {
    let at = new URL(start, this.origin);
    let page = await this.get(at.href);
    for (let hops = 0; page.location !== null && hops < HOPS_MAX; hops += 1) {
      at = new URL(page.location);
      if (CLIENT_SITE.test(at.hostname)) break;
      page = await this.get(at.href);
    }
    return { ...page, at };
  }

  /**
   * Confirms a setup, consents at the institution or destination, and returns.
   * @returns the last address of the browser
   * @throws if it is not on the client's site
   */
  async consent(authUrl: string): Promise<URL> {
    const { at, status, html } = await this.browse(await this.confirm(authUrl));
    if (CLIENT_SITE.test(at.hostname)) return at;
    throw new Error(`consenting ended at ${at.origin}${at.pathname} with ${status}: ${html}`);
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  setCookie(name: string, value: string): this {
    this.cookies.set(name, value);
    return this;
  }

  private async send(path: string, init: Sent): Promise<VisitedPage> {
    const url = new URL(path, this.origin);
    const isOurs = url.origin === new URL(this.origin).origin;
    const headers = isOurs ? { ...this.headers, ...init.headers, cookie: this.cookieHeader() } : {};
    const signal = AbortSignal.timeout(RESPONSE_MS_MAX);
    const response = await fetch(url, { ...init, redirect: 'manual', headers, signal }).catch(
      (cause: unknown) => {
        throw new Error(`${url.origin}${url.pathname} gave no answer`, { cause });
      },
    );
    if (isOurs) for (const line of response.headers.getSetCookie()) this.storeCookie(line);
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: location && new URL(location, url).href,
    };
  }

  private cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private storeCookie(line: string): void {
    const [pair = ''] = line.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Returns the token in a page's forms. */
export function csrfOf(html: string): string {
  return /name="_csrf" value="([^"]+)"/.exec(html)?.[1]?.replaceAll('&#43;', '+') ?? '';
}
