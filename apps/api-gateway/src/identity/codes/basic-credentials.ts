/** `Authorization: Basic …` as `user:password`; null where there is none. */
export function basicCredentials(header: string | undefined): string | null {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,512})$/i.exec(header ?? '') ?? [];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('utf8');
}
