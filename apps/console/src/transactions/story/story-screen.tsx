import { Alert, Text, Timeline, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '@tributary/client';
import type { ReactNode } from 'react';
import { $api } from '../../api/api';
import { visibleText } from '../../elements/bank-text';
import { Loading } from '../../elements/loading';
import { Nothing } from '../../elements/nothing';
import { Page } from '../../elements/page';
import { Problem } from '../../elements/problems/problem';
import { ScreenButton } from '../../elements/screen-link';
import { When } from '../../elements/dates/when';
import { payeeOf, type Transaction } from '../transaction';
import { BankEntry } from './bank-entry';
import { Deliveries } from './deliveries';
import { Present } from './present';
import { RuleChanges } from './rule-changes';
import { Settlements } from './settlements';
import { StoryActions } from './story-actions';
import { Transfers } from './transfers';

const route = getRouteApi('/transactions/$transactionId');

/** The story of a transaction, from the bank's report to each delivery. */
export function StoryScreen() {
  const { transactionId } = route.useParams();
  return <Story key={transactionId} transactionId={transactionId} />;
}

function Story({ transactionId }: { readonly transactionId: string }) {
  const shown = $api.useQuery('get', '/finance/transactions/{transactionId}', {
    params: { path: { transactionId }, query: { include: ['enriched', 'trade'] } },
  });
  if (shown.isPending) return <StoryPage title="Transaction">{<Loading rows={8} />}</StoryPage>;
  const isGone = shown.error instanceof ApiError && shown.error.status === 404;
  if (shown.data === undefined) {
    return (
      <StoryPage title="Transaction">
        {isGone ? (
          <Gone transactionId={transactionId} />
        ) : (
          <Problem error={shown.error} retry={shown.refetch} />
        )}
      </StoryPage>
    );
  }
  const transaction = shown.data.data;
  return (
    <StoryPage
      title={visibleText(payeeOf(transaction)) || `Transaction ${transactionId}`}
      actions={isGone ? null : <StoryActions transaction={transaction} />}
    >
      {isGone && (
        <Alert role="alert" color="yellow" title="This transaction was removed">
          It was removed while you looked at it, here, at the bank or with its account. What is below is what
          it was.
        </Alert>
      )}
      {!isGone && shown.isError && <Problem error={shown.error} retry={shown.refetch} />}
      <Stages transaction={transaction} isGone={isGone} />
    </StoryPage>
  );
}

interface StagesProps {
  readonly transaction: Transaction;
  readonly isGone: boolean;
}

function Stages({ transaction, isGone }: StagesProps) {
  return (
    <Timeline bulletSize={18} lineWidth={2} active={99}>
      <Stage title="As it is now">
        <Present transaction={transaction} isGone={isGone} />
      </Stage>
      <Stage title="As the bank reported it">
        <BankEntry transaction={transaction} />
      </Stage>
      <Stage title="Settled and paired">
        <Settlements transaction={transaction} />
      </Stage>
      <Stage title="Changes by rules">
        <RuleChanges transaction={transaction} />
      </Stage>
      <Stage title="Transfers">
        <Transfers transaction={transaction} />
      </Stage>
      <Stage title="Webhook deliveries">
        <Deliveries transaction={transaction} />
      </Stage>
    </Timeline>
  );
}

function Stage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Timeline.Item
      title={
        <Title order={2} size="h4">
          {title}
        </Title>
      }
    >
      {children}
    </Timeline.Item>
  );
}

interface StoryPageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

function StoryPage({ title, actions, children }: StoryPageProps) {
  return (
    <Page
      title={title}
      actions={
        <>
          {actions}
          <ScreenButton to="/transactions" variant="subtle" size="xs">
            All transactions
          </ScreenButton>
        </>
      }
    >
      {children}
    </Page>
  );
}

/** Says whether the transaction was removed, or is not known. */
function Gone({ transactionId }: { readonly transactionId: string }) {
  const isId = /^[1-9]\d{0,15}$/.test(transactionId);
  const removed = $api.useQuery(
    'get',
    '/finance/removed-transactions',
    { params: { query: { 'filter[id]': transactionId } } },
    { enabled: isId },
  );
  const [found] = removed.data?.data ?? [];
  if (isId && removed.isPending) return <Loading />;
  if (found === undefined) {
    return (
      <Nothing title="There is no such transaction">
        Its account may have been deleted, or the address has a mistake.
      </Nothing>
    );
  }
  return (
    <Nothing title="This transaction was removed">
      <Text>
        It was removed on <When at={found.changed_at} />. Nothing else is kept of it.
      </Text>
    </Nothing>
  );
}
