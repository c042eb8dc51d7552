import { PAGE_SECURITY } from '@tributary/http';

/** Files of this site alone, styles by nonce too; institutions' logos are wherever the provider keeps them. */
export function consoleHeaders(nonce: string): Readonly<Record<string, string>> {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': directives.join('; '),
    ...PAGE_SECURITY,
  };
}
