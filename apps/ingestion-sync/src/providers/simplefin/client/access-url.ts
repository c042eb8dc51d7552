import { ProviderError } from '../../provider.errors';

/** Longer ones are no access URLs. */
const URL_LENGTH_MAX = 2048;

/** Parts of an access URL: the server's address, and the credentials of requests. */
export interface SimpleFinAccess {
  /** Address of the server without credentials, query and trailing slash. */
  readonly baseUrl: string;
  readonly authorization: string;
}

/** Returns null if the text is no access URL: http or https, with user and password. */
export function parseAccessUrl(text: string): SimpleFinAccess | null {
  const trimmed = text.trim();
  if (trimmed.length > URL_LENGTH_MAX || !URL.canParse(trimmed)) return null;
  const { protocol, origin, pathname, username, password } = new URL(trimmed);
  if (!['http:', 'https:'].includes(protocol) || username === '') return null;
  const user = decoded(username);
  const secret = decoded(password);
  if (user === null || secret === null) return null;
  return {
    baseUrl: `${origin}${pathname.replace(/\/+$/, '')}`,
    authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
  };
}

/** @throws ProviderError `consent_ended` where nothing that opens accounts is stored: a new token is needed */
export function accessFrom(secret: string | null): SimpleFinAccess {
  const access = secret === null ? null : parseAccessUrl(secret);
  if (access) return access;
  throw new ProviderError({ kind: 'consent_ended' }, 'the consent is stored without its access URL');
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
