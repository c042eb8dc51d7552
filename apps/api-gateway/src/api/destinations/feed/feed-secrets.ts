import { hash, randomInt } from 'node:crypto';

const LETTERS_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 characters out of 62 have 256 bits. */
const SECRET_LENGTH = 43;
const USER_LENGTH = 16;

/** Letters and digits only, because clients split an access URL at `:`, `@` and `//`. */
export function newSecret(length = SECRET_LENGTH): string {
  let text = '';
  while (text.length < length) text += LETTERS_AND_DIGITS.charAt(randomInt(LETTERS_AND_DIGITS.length));
  return text;
}

/** The credentials of an app. */
export function newCredentials(): { readonly user: string; readonly password: string } {
  return { user: newSecret(USER_LENGTH), password: newSecret() };
}

/** The stored form of a secret. It is random, so a plain hash is enough. */
export function secretHash(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** The path of feeds, below the API's base path. */
export const SIMPLEFIN_PATH = '/simplefin';

/** The address of the SimpleFIN server, by the address of any request to the API. */
export function simplefinUrl(requestUrl: string, basePath: string): string {
  return `${new URL(requestUrl).origin}${basePath}${SIMPLEFIN_PATH}`;
}

/** The claim URL in base64, which a user pastes into an app. */
export function setupToken(serverUrl: string, secret: string): string {
  return Buffer.from(`${serverUrl}/claim/${secret}`).toString('base64');
}

/** The server's address with the credentials in it, which an app gets and stores. */
export function accessUrl(serverUrl: string, { user, password }: ReturnType<typeof newCredentials>): string {
  return serverUrl.replace('://', `://${user}:${password}@`);
}
