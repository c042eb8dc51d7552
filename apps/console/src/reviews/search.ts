import type { SettlementReview } from '@tributary/client';
import { idIn, knownIn, pageIn } from '../routing/search-values';

export type ReviewStatus = SettlementReview['status'];

/** The state of the reviews. */
export interface ReviewsSearch {
  /** Left out: the open ones. */
  readonly status?: ReviewStatus;
  readonly page?: number;
  /** The review that is shown. */
  readonly review?: string;
  /** Id of an account: only its reviews are shown. */
  readonly account?: string;
  /** Id of an import: only reviews of its rows are shown. */
  readonly import?: string;
}

const REVIEW_STATUSES: readonly ReviewStatus[] = [
  'OPEN',
  'MERGED',
  'ACCEPTED',
  'DISMISSED',
  'UNDONE',
  'SUPERSEDED',
];

export function reviewsSearch(search: Readonly<Record<string, unknown>>): ReviewsSearch {
  const status = knownIn(REVIEW_STATUSES, search['status']);
  return {
    status: status === 'OPEN' ? undefined : status,
    page: pageIn(search['page']),
    review: idIn(search['review']),
    account: idIn(search['account']),
    import: idIn(search['import']),
  };
}
