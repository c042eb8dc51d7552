import { Grid, Kbd, Select, Stack, Text, VisuallyHidden, NavLink } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { SettlementReview } from '@tributary/client';
import { useEffect } from 'react';
import { $api } from '../api/api';
import { valuesOf } from '../elements/forms/choices';
import { Nothing } from '../elements/nothing';
import { Page } from '../elements/page';
import { Pages } from '../elements/pages';
import { QueryState } from '../elements/queries/query-state';
import { ScreenButton } from '../elements/screen-link';
import { ReviewDetail } from './review-detail';
import { reviewTitle, STATUS_WORDS, type Decision } from './review-words';
import type { ReviewStatus } from './search';
import { useDecisions } from './use-decisions';
import { dayText } from '../elements/dates/dates';
import { ForeignText } from '../elements/foreign-text';

const route = getRouteApi('/reviews');
const PAGE_SIZE = 25;

/** Entries that may be one transaction: a person decides, with the keyboard if they like. */
export function ReviewsScreen() {
  const { status = 'OPEN', page = 1, account, import: importId } = route.useSearch();
  const navigate = route.useNavigate();
  const reviews = $api.useQuery(
    'get',
    '/finance/settlement-reviews',
    {
      params: {
        query: {
          'filter[status]': status,
          'page[size]': PAGE_SIZE,
          'page[number]': page,
          ...(account !== undefined && { 'filter[financial_account_id]': account }),
          ...(importId !== undefined && { 'filter[file_import_id]': importId }),
        },
      },
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <Page title="Reviews">
      <Text size="sm">
        Two entries that may be the same payment: a pending and a booked one, or two booked ones. You say
        whether they are one transaction or two.
      </Text>
      <StatusFilter status={status} />
      <QueryState query={reviews}>
        {({ data, meta }) => (
          <>
            <Reviews reviews={data} status={status} total={meta.total} />
            <Pages
              total={meta.last_page}
              page={page}
              onChange={(to) =>
                void navigate({ search: ({ review: _review, ...rest }) => ({ ...rest, page: to }) })
              }
            />
          </>
        )}
      </QueryState>
    </Page>
  );
}

function StatusFilter({ status }: { readonly status: ReviewStatus }) {
  const navigate = route.useNavigate();
  return (
    <Select
      maw={260}
      label="State"
      allowDeselect={false}
      data={valuesOf(STATUS_WORDS).map((value) => ({ value, label: STATUS_WORDS[value].label }))}
      value={status}
      onChange={(chosen) =>
        void navigate({
          search: ({ account, import: importId }) => ({
            status: chosen ?? undefined,
            account,
            import: importId,
          }),
        })
      }
    />
  );
}

interface ReviewsProps {
  readonly reviews: readonly SettlementReview[];
  readonly status: ReviewStatus;
  readonly total: number;
}

function Reviews({ reviews, status, total }: ReviewsProps) {
  const { current, choose, showNext, step } = useCurrent(reviews);
  const { announced, announce, decide, isPending, last } = useDecisions(showNext);
  const open = (review: SettlementReview | undefined) => {
    if (review === undefined) return;
    announce(reviewTitle(review));
    choose(review);
  };
  const onCurrent = (decision: Decision) => current !== null && decide(decision, current);
  const undo = () => {
    const undone = current !== null && current.status !== 'OPEN' ? current : last;
    if (undone === null) announce('There is nothing to undo.');
    else decide('undo', undone);
  };
  useHotkeys([
    ['j', () => open(step(1))],
    ['ArrowDown', () => open(step(1))],
    ['k', () => open(step(-1))],
    ['ArrowUp', () => open(step(-1))],
    ['a', () => onCurrent('accept')],
    ['d', () => onCurrent('dismiss')],
    ['u', undo],
  ]);
  return (
    <Stack gap="sm">
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      <Shortcuts />
      {current === null ? (
        <Empty status={status} undo={last === null ? null : undo} />
      ) : (
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 4 }}>
            <ReviewList reviews={reviews} current={current} choose={open} total={total} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8 }}>
            <ReviewDetail
              key={current.id}
              review={current}
              isPending={isPending}
              decide={(decision) => decide(decision, current)}
            />
          </Grid.Col>
        </Grid>
      )}
    </Stack>
  );
}

/** The review that the address names, or the first one; and the ways to others. */
function useCurrent(reviews: readonly SettlementReview[]) {
  const { review: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const index = Math.max(
    0,
    reviews.findIndex(({ id }) => id === chosen),
  );
  const current = reviews[index] ?? null;
  const choose = ({ id }: SettlementReview) =>
    void navigate({ search: (search) => ({ ...search, review: id }), replace: true });
  const step = (by: -1 | 1) => reviews[index + by];
  // A decided review leaves the list, so its successor is shown.
  const showNext = (decision: Decision, { id }: SettlementReview) => {
    const next = step(1) ?? step(-1);
    if (decision !== 'undo' && next !== undefined && id === current?.id) choose(next);
  };
  // The address names the review that is shown, so that a reload shows it again.
  useEffect(() => {
    if (chosen !== undefined && current !== null && current.id !== chosen) {
      void navigate({ search: (search) => ({ ...search, review: current.id }), replace: true });
    }
  }, [chosen, current, navigate]);
  return { current, choose, showNext, step };
}

function Shortcuts() {
  return (
    <Text size="sm" c="dimmed">
      <Kbd>J</Kbd> or <Kbd>↓</Kbd> next · <Kbd>K</Kbd> or <Kbd>↑</Kbd> previous · <Kbd>A</Kbd> accept ·{' '}
      <Kbd>D</Kbd> dismiss · <Kbd>U</Kbd> undo
    </Text>
  );
}

function Empty({ status, undo }: { readonly status: ReviewStatus; readonly undo: (() => void) | null }) {
  if (status !== 'OPEN') return <Nothing title="No review is in this state" />;
  return (
    <Nothing
      title="Nothing waits for you"
      action={<ScreenButton to="/transactions">Transactions</ScreenButton>}
    >
      {undo === null
        ? 'Entries appear here when a sync or a file does not say whether two of them are the same payment.'
        : 'Everything is decided. Press U to undo the last decision.'}
    </Nothing>
  );
}

interface ReviewListProps {
  readonly reviews: readonly SettlementReview[];
  readonly current: SettlementReview;
  readonly choose: (review: SettlementReview) => void;
  readonly total: number;
}

/** The list of reviews. One of them is selected and shown beside the list. */
function ReviewList({ reviews, current, choose, total }: ReviewListProps) {
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
