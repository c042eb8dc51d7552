import { createPrivateKey } from 'node:crypto';
import { CredentialsRefusedError } from '../../destination-directory.port';

/** The members of a service account's key that signing needs. */
export interface ServiceAccount {
  readonly clientEmail: string;
  /** PEM, PKCS #8. */
  readonly privateKey: string;
  readonly privateKeyId: string | null;
}

/** A user's grant of access to their own account. Google's refresh tokens can be used repeatedly. */
export interface UserGrant {
  readonly refreshToken: string;
  /** The account's id at Google, which never changes. */
  readonly subject: string;
}

/** The identity in whose name requests are made. */
export type SheetsIdentity = ServiceAccount | UserGrant;

/** The credentials of a connection, stored sealed. */
export type SheetsCredentials = SheetsIdentity & {
  /** Ids of the spreadsheets that the user has named. */
  readonly spreadsheets: readonly string[];
};

export function isUserGrant(identity: SheetsIdentity): identity is UserGrant {
  return 'refreshToken' in identity;
}

const NOT_A_KEY = 'The service_account_key must be the whole JSON file of a service account’s key.';

/**
 * Reads the key file that a user pastes. Its `token_uri` is ignored, because it could lead to any host.
 * @throws CredentialsRefusedError
 */
export function fromPastedKey(text: string): ServiceAccount {
  const { type, client_email, private_key, private_key_id } = parsedObject(text);
  if (type !== 'service_account' || typeof client_email !== 'string' || typeof private_key !== 'string') {
    throw refusedKey(NOT_A_KEY);
  }
  if (!isRsaKey(private_key))
    throw refusedKey('The private_key in the service_account_key is not an RSA key.');
  return {
    clientEmail: client_email,
    privateKey: private_key,
    privateKeyId: typeof private_key_id === 'string' ? private_key_id : null,
  };
}

/** The ids of the spreadsheets that a user names, each once. @throws CredentialsRefusedError */
export function spreadsheetIdsOf(named: unknown): string[] {
  if (!Array.isArray(named) || named.length === 0) {
    throw new CredentialsRefusedError({
      spreadsheets: ['The spreadsheets must name at least one spreadsheet.'],
    });
  }
  return [...new Set(named.map((one) => spreadsheetIdOf(String(one))))];
}

/** Returns the id of a spreadsheet that the user names by its address or its id. @throws CredentialsRefusedError */
function spreadsheetIdOf(named: string): string {
  const [, fromAddress] = /\/spreadsheets\/d\/([\w-]{20,})/.exec(named) ?? [];
  const id = fromAddress ?? named.trim();
  if (/^[\w-]{20,200}$/.test(id)) return id;
  throw new CredentialsRefusedError({
    spreadsheets: [
      'Each of the spreadsheets must be an address (https://docs.google.com/spreadsheets/d/…) or an id.',
    ],
  });
}

export function fromCredentials(credentials: string): SheetsCredentials {
  return JSON.parse(credentials) as SheetsCredentials;
}

function parsedObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // reported below, without quoting the text
  }
  throw refusedKey(NOT_A_KEY);
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function refusedKey(reason: string): CredentialsRefusedError {
  return new CredentialsRefusedError({ service_account_key: [reason] });
}
