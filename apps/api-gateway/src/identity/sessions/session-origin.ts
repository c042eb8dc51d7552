import type { FastifyRequest } from 'fastify';

/** Address and browser in which a session begins. */
export interface SessionOrigin {
  readonly address: string;
  /** The browser's own description; absent if it sends none. */
  readonly userAgent?: string | undefined;
}

/** Address and browser of the request. */
export function originOf({ ip, headers }: FastifyRequest): SessionOrigin {
  return { address: ip, userAgent: headers['user-agent'] };
}

const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** The browser in words, as its user would name it; null if it is unknown. */
export function browserOf(userAgent: string | undefined): string | null {
  const named = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return null;
  return system === undefined ? browser : `${browser} on ${system}`;
}
