import { largestOf } from '@tributary/contracts';
/** Subject that shares one allowance. */
export type LimitSubject = 'user' | 'owner of the app' | 'network' | 'host' | 'everybody';

/** Limit on how often an act may happen, over all gateways together. An operator sets it; 0 turns it off. */
export interface Limit {
  /** Name of the counted acts in the documentation. */
  readonly counts: string;
  /** Subject that shares the allowance. */
  readonly by: LimitSubject;
  readonly setting: string;
  /** The default limit in a window. */
  readonly fallback: number;
  readonly windowS: number;
}

const MINUTE_S = 60;
const HOUR_S = 3600;

/** All limits on how often. The settings, the guards and docs/reference/limits.md derive from these. */
export const LIMITS = {
  requests: {
    counts: 'requests with a token; all tokens of a user count together',
    by: 'user',
    setting: 'RATE_LIMIT_PER_MINUTE',
    fallback: 3000,
    windowS: MINUTE_S,
  },
  appRequests: {
    counts:
      'requests with tokens of apps, and tokens for managed users; all apps of one owner count together',
    by: 'owner of the app',
    setting: 'RATE_LIMIT_APPS_PER_MINUTE',
    fallback: 12_000,
    windowS: MINUTE_S,
  },
  refusals: {
    counts: 'requests to the API without a valid token',
    by: 'network',
    setting: 'RATE_LIMIT_REFUSALS_PER_MINUTE',
    fallback: 60,
    windowS: MINUTE_S,
  },
  publicRequests: {
    counts: 'requests that need no token: pages, callbacks, feeds, documents, unknown paths',
    by: 'network',
    setting: 'RATE_LIMIT_PUBLIC_PER_MINUTE',
    fallback: 600,
    windowS: MINUTE_S,
  },
  oauthRequests: {
    counts: 'requests to `/oauth/…`: tokens, introspection, revocation, authorization',
    by: 'network',
    setting: 'RATE_LIMIT_OAUTH_PER_MINUTE',
    fallback: 600,
    windowS: MINUTE_S,
  },
  claims: {
    counts: "claims of feeds' setup tokens",
    by: 'network',
    setting: 'RATE_LIMIT_CLAIMS_PER_MINUTE',
    fallback: 20,
    windowS: MINUTE_S,
  },
  signUps: {
    counts: 'attempts to make an account',
    by: 'network',
    setting: 'RATE_LIMIT_SIGN_UPS_PER_HOUR',
    fallback: 10,
    windowS: HOUR_S,
  },
  allSignUps: {
    counts: 'attempts to make an account without an invitation, from all networks',
    by: 'everybody',
    setting: 'RATE_LIMIT_ALL_SIGN_UPS_PER_HOUR',
    fallback: 200,
    windowS: HOUR_S,
  },
  mailLinks: {
    counts: 'requests for a link by mail to choose a new password, and uses of links in mails',
    by: 'network',
    setting: 'RATE_LIMIT_MAIL_LINKS_PER_HOUR',
    fallback: 20,
    windowS: HOUR_S,
  },
  newTokens: {
    counts: 'personal access tokens that are made',
    by: 'user',
    setting: 'RATE_LIMIT_NEW_TOKENS_PER_HOUR',
    fallback: 60,
    windowS: HOUR_S,
  },
  webhookRequests: {
    counts: 'requested test events, deliveries and recoveries of webhooks',
    by: 'user',
    setting: 'RATE_LIMIT_WEBHOOK_REQUESTS_PER_MINUTE',
    fallback: 30,
    windowS: MINUTE_S,
  },
  webhookRequestsOfHost: {
    counts: 'requested test events, deliveries and recoveries of webhooks, by all users',
    by: 'host',
    setting: 'RATE_LIMIT_WEBHOOK_REQUESTS_PER_HOST_PER_MINUTE',
    fallback: 120,
    windowS: MINUTE_S,
  },
} as const satisfies Readonly<Record<string, Limit>>;
export type LimitName = keyof typeof LIMITS;

/** Limit on how many of a resource there may be at a time. An operator sets it. */
export interface Cap {
  readonly counts: string;
  readonly by: 'user' | 'app' | 'grant' | 'gateway';
  readonly setting: string;
  readonly fallback: number;
}

/** All limits on how many. */
export const CAPS = {
  personalTokens: {
    counts: 'personal access tokens that have not ended',
    by: 'user',
    setting: 'PERSONAL_TOKENS_MAX',
    fallback: 100,
  },
  tokensOfGrant: {
    counts: 'access tokens of an app for one user; a further one ends the oldest',
    by: 'grant',
    setting: 'APP_TOKENS_MAX',
    fallback: 50,
  },
  apps: { counts: 'apps that a user registers', by: 'user', setting: 'APPS_MAX', fallback: 25 },
  managedUsers: {
    counts: 'users whom an app manages',
    by: 'app',
    setting: 'MANAGED_USERS_MAX',
    fallback: 1000,
  },
  streams: {
    counts: 'streams of changes that a user has open at one gateway',
    by: 'user',
    setting: 'STREAMS_PER_USER_MAX',
    fallback: 50,
  },
  ownerStreams: {
    counts:
      'streams of changes that a user has open at one gateway: their own, and those that their apps open for all users',
    by: 'user',
    setting: 'STREAMS_PER_OWNER_MAX',
    fallback: 1000,
  },
  allStreams: {
    counts: 'streams of changes that are open',
    by: 'gateway',
    setting: 'STREAMS_MAX',
    fallback: 5000,
  },
} as const satisfies Readonly<Record<string, Cap>>;
export type CapName = keyof typeof CAPS;

/** Free wrong passwords; each further one doubles the pause, up to `pauseMaxS`. See docs/decisions/signing-in.md. */
export const WRONG_PASSWORDS = {
  free: { account: 5, 'account from a known network': 5, network: 20 },
  pauseMaxS: 15 * 60,
} as const;

/** The document docs/reference/limits.md. */
export function limitsDocument(): string {
  return `# Limits

All instances of the gateway share one count. Who goes beyond a limit gets 429 with \`Retry-After\`. A network is an IPv4
address or an IPv6 /56; behind a proxy it is known only if [\`TRUSTED_PROXIES\`](settings.md#api-gateway) names the proxy.

## How often

0 turns a limit off.

${table(
  ['setting', 'what is counted', 'shared by', 'limit'],
  Object.values(LIMITS).map(({ counts, by, fallback, windowS, setting }) => [
    `\`${setting}\``,
    counts,
    by,
    `${fallback} in ${windowS === HOUR_S ? 'an hour' : 'a minute'}`,
  ]),
)}

Every route that takes no token has a limit by network: one of those above that names it, else \`${LIMITS.publicRequests.setting}\`.
Only \`/health/live\`, \`/health/ready\` and \`/health/serving\` have none.

## How many

${table(
  ['setting', 'what is counted', 'for each', 'limit'],
  Object.values(CAPS).map(({ counts, by, fallback, setting }) => [
    `\`${setting}\``,
    counts,
    by,
    String(fallback),
  ]),
)}

## Wrong passwords

Each further wrong password doubles the pause, from a second to ${WRONG_PASSWORDS.pauseMaxS / 60} minutes. A day without one forgets them.
[Decision](../decisions/signing-in.md#wrong-passwords) says why.

${table(
  ['counted by', 'free attempts'],
  Object.entries(WRONG_PASSWORDS.free).map(([by, free]) => [by, String(free)]),
)}
`;
}

/** Formats a table like Prettier. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    largestOf(
      rows.map((row) => (row[column] ?? '').length),
      title.length,
    ),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
