import type { SettlementReview } from '@tributary/client';
import { useState } from 'react';
import { useChange } from '../elements/changes/use-change';
import { decisionsFor, reviewTitle, type Decision } from './review-words';

const DONE: Readonly<Record<Decision, string>> = {
  accept: 'Accepted: one transaction',
  dismiss: 'Dismissed: two transactions',
  undo: 'Undone: two transactions',
};

interface Decisions {
  readonly isPending: boolean;
  /** The announcement of the last decision, for screen readers. */
  readonly announced: string;
  readonly announce: (words: string) => void;
  /** The review that was decided last: what an undo without a selection is about. */
  readonly last: SettlementReview | null;
  readonly decide: (decision: Decision, review: SettlementReview) => void;
}

/** Decides reviews one at a time. @param onDecided runs once the decision is stored */
export function useDecisions(onDecided: (decision: Decision, review: SettlementReview) => void): Decisions {
  const [announced, announce] = useState('');
  const [last, setLast] = useState<SettlementReview | null>(null);
  const words = (decision: Decision) => ({ done: DONE[decision] });
  const accept = useChange('post', '/finance/settlement-reviews/{reviewId}/accept', words('accept'));
  const dismiss = useChange('post', '/finance/settlement-reviews/{reviewId}/dismiss', words('dismiss'));
  const undo = useChange('post', '/finance/settlement-reviews/{reviewId}/undo', words('undo'));
  const changes = { accept, dismiss, undo };
  const isPending = accept.isPending || dismiss.isPending || undo.isPending;
  const decide = (decision: Decision, review: SettlementReview) => {
    if (isPending) return;
    if (!decisionsFor(review.status).includes(decision)) {
      announce(`${reviewTitle(review)} cannot be changed this way any more.`);
      return;
    }
    changes[decision].mutate(
      { params: { path: { reviewId: review.id } } },
      {
        onSuccess: ({ data }) => {
          setLast(decision === 'undo' ? null : data);
          announce(
            `${DONE[decision]}. ${reviewTitle(review)}.${decision === 'undo' ? '' : ' Press U to undo.'}`,
          );
          onDecided(decision, review);
        },
        onError: () => announce(`${reviewTitle(review)} could not be decided.`),
      },
    );
  };
  return { isPending, announced, announce, last, decide };
}
