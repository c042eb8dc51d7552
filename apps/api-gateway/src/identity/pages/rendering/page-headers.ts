import { PAGE_SECURITY } from '@tributary/http';

/** Nothing of a page comes from elsewhere, nothing runs as a script, and no other site shows it in a frame. */
export const PAGE_HEADERS = {
  'content-security-policy': contentSecurityPolicy(),
  ...PAGE_SECURITY,
};

/** @param formTargets where a form's answer may redirect to, beside this site: browsers check redirects, too */
export function contentSecurityPolicy(...formTargets: readonly string[]): string {
  const forms = ["'self'", ...formTargets].join(' ');
  return `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`;
}
