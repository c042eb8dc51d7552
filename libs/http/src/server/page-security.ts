/** Headers of every page: no other site shows it in a frame, has a reference to its window, or learns its address. */
export const PAGE_SECURITY = {
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Headers of pages that consist of files of this site alone. @param also further sources of their styles and fonts */
export function ownFilesHeaders(
  also: { readonly styles?: string; readonly fonts?: string } = {},
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", also.styles].filter(Boolean).join(' '),
    "img-src 'self' data:",
    ["font-src 'self'", also.fonts].filter(Boolean).join(' '),
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { 'content-security-policy': policy, 'x-content-type-options': 'nosniff', ...PAGE_SECURITY };
}
