import { SetupTokenRefused } from '../provider.errors';

const TOKEN_CHARACTERS = /^[A-Za-z0-9+/_-]+={0,2}$/;
const URL_LENGTH_MAX = 2048;

/** The address where access is claimed, in a setup token. @throws SetupTokenRefused */
export function claimUrlIn(setupToken: string): URL {
  const token = setupToken.replace(/\s/g, '');
  const text = TOKEN_CHARACTERS.test(token) ? Buffer.from(token, 'base64').toString('utf8').trim() : '';
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) throw new SetupTokenRefused('malformed');
  const url = new URL(text);
  const isWebAddress = ['http:', 'https:'].includes(url.protocol);
  if (!isWebAddress || url.username !== '' || url.password !== '') throw new SetupTokenRefused('malformed');
  url.hash = '';
  return url;
}
