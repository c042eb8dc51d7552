import { Problem } from '@tributary/contracts';
import { Scope } from '../permissions/scopes';

export const APP_NAME_LENGTH_MAX = 100;
export const REDIRECTS_MAX = 20;
export const URI_LENGTH_MAX = 512;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** The settings of an app that its owner chooses. */
export interface AppSettings {
  readonly name: string;
  readonly homepage: string | null;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly Scope[];
}

/** @throws Problem (invalid) by the fields that do not fit */
export function checkAppSettings({ name, homepage, redirectUris, scopes }: AppSettings): void {
  const errors: Record<string, string[]> = {};
  if (name.trim() === '' || name.length > APP_NAME_LENGTH_MAX) {
    errors['name'] = [`Enter a name of at most ${APP_NAME_LENGTH_MAX} characters.`];
  }
  if (homepage !== null && !isHttps(homepage)) errors['homepage'] = ['Enter an https address, or nothing.'];
  if (redirectUris.length === 0 || redirectUris.length > REDIRECTS_MAX) {
    errors['redirect_uris'] = [`Enter 1 to ${REDIRECTS_MAX} redirect addresses.`];
  } else if (!redirectUris.every(isRedirectUri)) {
    errors['redirect_uris'] = [
      'Each redirect address must be https, or http on 127.0.0.1, [::1] or localhost, or a scheme of the app’s own ' +
        'with a dot in it; without a fragment, and with other characters than ASCII’s percent-encoded.',
    ];
  }
  if (scopes.length === 0) errors['scopes'] = ['Choose at least one scope.'];
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

/** Whether codes may be sent there (RFC 8252, RFC 9700). */
export function isRedirectUri(text: string): boolean {
  if (!isAddress(text) || /[#*]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return hostname !== '';
  if (protocol === 'http:') return LOOPBACK.has(hostname);
  return isOwnScheme(protocol);
}

/**
 * Whether codes may be sent to the address. The address must equal one that the app registered, text by text. Only the
 * port of an address on the app's own computer may differ, because the system gives a native app any free port (RFC
 * 8252, 7.3; RFC 9700, 2.1). The host may not differ: `localhost` is not `127.0.0.1`.
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  const withoutPort = withoutLoopbackPort(uri);
  return withoutPort !== null && registered.some((one) => withoutLoopbackPort(one) === withoutPort);
}

/** Loopback addresses by text, not by `URL`: only the port may differ, and `http://0x7f.1` is no loopback address here. */
const LOOPBACK_URI = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::([1-9]\d{0,4}))?([/?].*)?$/;
const PORT_MAX = 65_535;

function withoutLoopbackPort(uri: string): string | null {
  if (!isRedirectUri(uri)) return null;
  const [, origin, port, rest] = LOOPBACK_URI.exec(uri) ?? [];
  if (origin === undefined || Number(port ?? 1) > PORT_MAX) return null;
  return `${origin}${rest ?? ''}`;
}

/** Whether a scheme is a reverse domain name: `com.example.app:`. Browsers' own schemes have no dot. */
export function isOwnScheme(protocol: string): boolean {
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol);
}

function isHttps(text: string): boolean {
  return isAddress(text) && new URL(text).protocol === 'https:';
}

/** Whether a text is an address by RFC 3986: visible ASCII, so that its bytes are its characters, wherever it is listed. */
function isAddress(text: string): boolean {
  return text.length <= URI_LENGTH_MAX && /^[!-~]+$/.test(text) && URL.canParse(text);
}
