import { FeedError } from './feed-errors';

const DAY_S = 86_400;
/** The default window. */
const DAYS_DEFAULT = 90;

/** An app's query of `/accounts`; times in seconds since 1970. */
export interface FeedRequest {
  /** Start of the window, inclusive. */
  readonly from: number;
  /** End of the window, exclusive; null: no end. */
  readonly until: number | null;
  readonly pending: boolean;
  /** Null: all of the feed's. */
  readonly accountIds: readonly number[] | null;
  readonly balancesOnly: boolean;
  /** Errors in the app's request, which the app shows to its user. */
  readonly complaints: readonly FeedError[];
}

/** The versions of SimpleFIN whose members a response has, as apps request them. */
const VERSIONS: readonly string[] = ['1', '2'];

/** Parses the query string of an app. Unreadable parts become complaints and the others are used. */
export function readFeedRequest(query: URLSearchParams, now: Date): FeedRequest {
  const complaints: FeedError[] = [];
  const complain = (msg: string) => complaints.push({ code: 'gen.api', msg });
  const time = (name: string): number | null => {
    const text = query.get(name);
    if (text === null || text === '') return null;
    const value = Number(text);
    if (Number.isFinite(value) && Math.abs(value) < 1e11) return Math.floor(value);
    complain(`${name} must be a number of seconds since 1970; it was passed over.`);
    return null;
  };
  const version = query.get('version');
  if (version !== null && !VERSIONS.includes(version)) {
    complain(`version must be ${VERSIONS.join(' or ')}; the answer has the members of both.`);
  }
  const accounts = query.getAll('account');
  return {
    from: time('start-date') ?? Math.floor(now.getTime() / 1000) - DAYS_DEFAULT * DAY_S,
    until: time('end-date'),
    pending: isOn(query, 'pending'),
    accountIds: accounts.length === 0 ? null : accounts.filter(isId).map(Number),
    balancesOnly: isOn(query, 'balances-only'),
    complaints,
  };
}

function isOn(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== '0';
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
}
