import type { SettlementReview } from '@tributary/client';

export type ReviewStatus = SettlementReview['status'];

/** The state of the reviews. */
export interface ReviewsSearch {
  /** Left out: the open ones. */
  readonly status?: ReviewStatus;
  readonly page?: number;
  /** The review that is shown. */
  readonly review?: string;
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
  const given = search['review'];
  const review = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  return {
    ...(status === undefined || status === 'OPEN' ? {} : { status }),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
    ...(/^[1-9]\d{0,15}$/.test(review) ? { review } : {}),
  };
}
