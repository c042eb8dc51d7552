import { NavLink, Stack, Text } from '@mantine/core';
import type { SettlementReview } from '@tributary/client';
import { dayText } from '../elements/dates/dates';
import { ForeignText } from '../elements/foreign-text';
import { reviewTitle } from './review-words';

interface ReviewListProps {
  readonly reviews: readonly SettlementReview[];
  readonly current: SettlementReview;
  readonly choose: (review: SettlementReview) => void;
  readonly total: number;
}

/** The reviews, of which one is shown. */
export function ReviewList({ reviews, current, choose, total }: ReviewListProps) {
  return (
    <Stack gap={4} component="nav" aria-label="Reviews">
      <Text size="sm">{total === 1 ? '1 review' : `${total} reviews`}</Text>
      {reviews.map((review) => {
        const isCurrent = review.id === current.id;
        return (
          <NavLink
            key={review.id}
            component="button"
            type="button"
            active={isCurrent}
            variant="light"
            aria-current={isCurrent ? 'true' : undefined}
            label={<ForeignText text={reviewTitle(review)} />}
            description={review.booked.date === null ? undefined : dayText(review.booked.date)}
            onClick={() => choose(review)}
          />
        );
      })}
    </Stack>
  );
}
