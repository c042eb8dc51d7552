import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { components } from '@tributary/client';
import { $api } from '../../api/api';
import { Day } from '../../elements/dates/day';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Money } from '../../elements/money/money';
import { Problem } from '../../elements/problems/problem';
import { ScreenLink } from '../../elements/screen-link';
import { Status, type StatusKind } from '../../elements/status';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import type { Transaction } from '../transaction';

type Review = components['schemas']['SettlementReview'];
type Pair = components['schemas']['TransferPair'];

const REVIEWS: Readonly<Record<Review['status'], readonly [StatusKind, string]>> = {
  OPEN: ['warning', 'Waits for your decision'],
  MERGED: ['good', 'One by its evidence'],
  ACCEPTED: ['good', 'One by your decision'],
  DISMISSED: ['paused', 'Two by your decision'],
  UNDONE: ['paused', 'Taken apart again'],
  SUPERSEDED: ['paused', 'Replaced by a later one'],
};

const PAIRS: Readonly<Record<Pair['status'], readonly [StatusKind, string]>> = {
  PROPOSED: ['warning', 'Waits for your decision'],
  CONFIRMED: ['good', 'Between own accounts'],
  REJECTED: ['paused', 'Not a transfer'],
  ENDED: ['paused', 'Ended'],
};

/** What the transaction was settled or merged with, and its other side on an own account. */
export function Settlements({ transaction: { id } }: { readonly transaction: Transaction }) {
  const query = { 'filter[transaction_id]': id, 'page[size]': 100 };
  const reviews = $api.useQuery('get', '/finance/settlement-reviews', { params: { query } });
  const pairs = $api.useQuery('get', '/finance/transfer-pairs', { params: { query } });
  if (reviews.isPending || pairs.isPending) return <Loading rows={2} />;
  if (reviews.isError) return <Problem error={reviews.error} retry={reviews.refetch} />;
  if (pairs.isError) return <Problem error={pairs.error} retry={pairs.refetch} />;
  if (reviews.data.data.length + pairs.data.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The bank reported it once, and it has no other side on an own account.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      {reviews.data.data.map((review) => (
        <ReviewOf key={review.id} review={review} />
      ))}
      {pairs.data.data.map((pair) => (
        <PairOf key={pair.id} pair={pair} own={id} />
      ))}
    </Stack>
  );
}

function ReviewOf({ review }: { readonly review: Review }) {
  const [kind, label] = REVIEWS[review.status];
  const undo = useChange('post', '/finance/settlement-reviews/{reviewId}/undo', { done: 'Taken apart' });
  const isUndoable = review.status === 'MERGED' || review.status === 'ACCEPTED';
  return (
    <Paper p="sm" maw="52rem">
      <Group gap="xs" justify="space-between">
        <Status kind={kind} label={label} />
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
  readonly side: Review['pending'];
  readonly review: Review;
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

function PairOf({ pair, own }: { readonly pair: Pair; readonly own: string }) {
  const [kind, label] = PAIRS[pair.status];
  const other = pair.outgoing.transaction_id === own ? pair.incoming : pair.outgoing;
  return (
    <Paper p="sm" maw="52rem">
      <Group gap="xs">
        <Status kind={kind} label={label} />
        <ScreenLink to={`/transactions/${other.transaction_id}`}>
          Other side, transaction {other.transaction_id}
        </ScreenLink>
        <Day day={other.date} />
      </Group>
    </Paper>
  );
}
