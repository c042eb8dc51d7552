/** Nothing of a page comes from elsewhere, nothing runs as a script, and no other site shows it in a frame. */
export const PAGE_HEADERS = {
  'content-security-policy': contentSecurityPolicy(),
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

/** @param formTargets where a form's answer may redirect to, beside this site: browsers check redirects, too */
export function contentSecurityPolicy(...formTargets: readonly string[]): string {
  const forms = ["'self'", ...formTargets].join(' ');
  return `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`;
}
