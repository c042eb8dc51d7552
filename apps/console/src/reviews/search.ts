import type { SettlementReview } from '@tributary/client';

export type ReviewStatus = SettlementReview['status'];

/** The state of the reviews. */
export interface ReviewsSearch {
  /** Left out: the open ones. */
  readonly status?: ReviewStatus;
  readonly page?: number;
  /** The review that is shown. */
  readonly review?: string;
  /** Only those of an account. */
  readonly account?: string;
  /** Only those of rows that an import added. */
  readonly import?: string;
}

export const REVIEW_STATUSES: readonly ReviewStatus[] = [
  'OPEN',
  'MERGED',
  'ACCEPTED',
  'DISMISSED',
  'UNDONE',
  'SUPERSEDED',
];

export function reviewsSearch(search: Readonly<Record<string, unknown>>): ReviewsSearch {
  const status = REVIEW_STATUSES.find((one) => one === search['status']);
  const page = Number(search['page'] ?? 1);
  return {
    ...(status === undefined || status === 'OPEN' ? {} : { status }),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
    ...idOf(search, 'review'),
    ...idOf(search, 'account'),
    ...idOf(search, 'import'),
  };
}

function idOf<Name extends 'review' | 'account' | 'import'>(
  search: Readonly<Record<string, unknown>>,
  name: Name,
): Partial<Record<Name, string>> {
  const given = search[name];
  const id = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  return /^[1-9]\d{0,15}$/.test(id) ? ({ [name]: id } as Partial<Record<Name, string>>) : {};
}
