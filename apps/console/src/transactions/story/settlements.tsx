import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { SettlementReview, TransferPair } from '@tributary/client';
import { $api } from '../../api/api';
import { allOf } from '../../api/reading';
import { useChange } from '../../elements/changes/use-change';
import { Day } from '../../elements/dates/day';
import { When } from '../../elements/dates/when';
import { ForeignText } from '../../elements/foreign-text';
import { Money } from '../../elements/money/money';
import { QueryState } from '../../elements/queries/query-state';
import { ScreenLink } from '../../elements/screen-link';
import { Status, type StatusWords } from '../../elements/status';
import { STATUS_WORDS } from '../../reviews/review-words';
import type { Transaction } from '../transaction';

const PAIR_WORDS: StatusWords<TransferPair['status']> = {
  PROPOSED: { kind: 'warning', label: 'Waits for your decision' },
  CONFIRMED: { kind: 'good', label: 'Between own accounts' },
  REJECTED: { kind: 'paused', label: 'Not a transfer' },
  ENDED: { kind: 'paused', label: 'Ended' },
};

/** The entries that the transaction was settled or merged with, and its other side on an own account. */
export function Settlements({ transaction: { id } }: { readonly transaction: Transaction }) {
  const query = { 'filter[transaction_id]': id, 'page[size]': 100 };
  const reviews = $api.useQuery('get', '/finance/settlement-reviews', { params: { query } });
  const pairs = $api.useQuery('get', '/finance/transfer-pairs', { params: { query } });
  return (
    <QueryState query={allOf(reviews, pairs)} rows={2}>
      {([{ data: ofReviews }, { data: ofPairs }]) =>
        ofReviews.length + ofPairs.length === 0 ? (
          <Text size="sm" c="dimmed">
            The bank reported it once, and it has no other side on an own account.
          </Text>
        ) : (
          <Stack gap="xs">
            {ofReviews.map((review) => (
              <ReviewOf key={review.id} review={review} />
            ))}
            {ofPairs.map((pair) => (
              <PairOf key={pair.id} pair={pair} own={id} />
            ))}
          </Stack>
        )
      }
    </QueryState>
  );
}

function ReviewOf({ review }: { readonly review: SettlementReview }) {
  const undo = useChange('post', '/finance/settlement-reviews/{reviewId}/undo', { done: 'Taken apart' });
  const isUndoable = review.status === 'MERGED' || review.status === 'ACCEPTED';
  return (
    <Paper p="sm" maw="52rem">
      <Group gap="xs" justify="space-between">
        <Status {...STATUS_WORDS[review.status]} />
        <Text size="xs" c="dimmed">
          <When at={review.updated_at} />
        </Text>
      </Group>
      <Side
        name={review.origin === 'USER_DUPLICATE' ? 'Kept' : 'Pending'}
        side={review.pending}
        review={review}
      />
      <Side
        name={review.origin === 'USER_DUPLICATE' ? 'Duplicate' : 'Booked'}
        side={review.booked}
        review={review}
      />
      <Group gap="xs" mt="xs">
        {isUndoable && (
          <Button
            size="xs"
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ params: { path: { reviewId: review.id } } })}
          >
            Undo
          </Button>
        )}
        {review.status === 'OPEN' && <ScreenLink to="/reviews">Decide in the reviews</ScreenLink>}
      </Group>
    </Paper>
  );
}

interface SideProps {
  readonly name: string;
  readonly side: SettlementReview['pending'];
  readonly review: SettlementReview;
}

function Side({ name, side, review }: SideProps) {
  return (
    <Text size="sm">
      {name}: <Money amount={side.amount} currency={review.currency} />
      {side.date !== null && (
        <>
          {' '}
          on <Day day={side.date} />
        </>
      )}
      {side.name !== null && (
        <>
          , <ForeignText text={side.name} />
        </>
      )}
    </Text>
  );
}

function PairOf({ pair, own }: { readonly pair: TransferPair; readonly own: string }) {
  const other = pair.outgoing.transaction_id === own ? pair.incoming : pair.outgoing;
  return (
    <Paper p="sm" maw="52rem">
      <Group gap="xs">
        <Status {...PAIR_WORDS[pair.status]} />
        <ScreenLink to={`/transactions/${other.transaction_id}`}>
          Other side, transaction {other.transaction_id}
        </ScreenLink>
        <Day day={other.date} />
      </Group>
    </Paper>
  );
}
