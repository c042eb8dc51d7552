import { PAGE_SECURITY } from '@tributary/http';

/** Pages load nothing from elsewhere, run no scripts, and no other site can show them in a frame. */
export const PAGE_HEADERS = {
  'content-security-policy': contentSecurityPolicy(),
  ...PAGE_SECURITY,
};

/** @param formTargets addresses beside this site to which the response to a form may redirect: browsers check redirects, too */
export function contentSecurityPolicy(...formTargets: readonly string[]): string {
  const forms = ["'self'", ...formTargets].join(' ');
  return `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`;
}
