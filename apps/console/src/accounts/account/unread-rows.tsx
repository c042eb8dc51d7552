import { Button, Code, Group, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { FinancialAccount, UnreadRow } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../../api/api';
import { visibleText } from '../../elements/bank-text';
import { onceConfirmed } from '../../elements/changes/confirmed';
import { useChange } from '../../elements/changes/use-change';
import { counted } from '../../elements/counted';
import { Day } from '../../elements/dates/day';
import { When } from '../../elements/dates/when';
import { Pages } from '../../elements/pages';
import { QueryState } from '../../elements/queries/query-state';
import { Section } from '../../elements/section';
import { actionsColumn, DataTable, RowButton, type Column } from '../../elements/tables/data-table';

const PAGE_SIZE = 10;
/** The service stores at most this many unread rows of an account; its count stops there. */
const COUNTED_MAX = 500;

/** Rows of the bank that could not be read: why, what the bank sent, and what can be done. Nothing where there is none. */
export function UnreadRows({ account }: { readonly account: FinancialAccount }) {
  const { id: accountId, unread_rows: count = '0' } = account;
  const dismiss = useChange('delete', '/finance/accounts/{accountId}/unread-rows', {
    done: 'Unread rows dismissed',
  });
  if (count === '0') return null;
  const dismissAll = onceConfirmed(
    {
      title: 'Dismiss all unread rows?',
      children:
        'What is stored of them is erased, and the account counts as healthy. A row that the bank lists again, and that ' +
        'still cannot be read, comes back.',
      confirm: 'Dismiss all',
      isDangerous: true,
    },
    () => dismiss.mutate({ params: { path: { accountId } } }),
  );
  return (
    <Section
      title="Rows that could not be read"
      actions={
        <Button size="xs" variant="default" loading={dismiss.isPending} onClick={dismissAll}>
          Dismiss all
        </Button>
      }
    >
      <Text size="sm">
        {countText(Number(count))} in what the bank sends could not be read, so transactions are missing here.
        A row leaves this list when the bank sends it right or takes it back, or when a later release can read
        it.
      </Text>
      <Text size="sm">
        Until then you can add the transaction by hand. Dismiss a row that is of no use: it comes back only if
        the bank lists it again.
      </Text>
      <Rows accountId={accountId} />
    </Section>
  );
}

function countText(count: number): string {
  return `${count < COUNTED_MAX ? '' : 'At least '}${counted(count, 'row')}`;
}

const COLUMNS: readonly Column<UnreadRow>[] = [
  { title: 'Day', cell: ({ date }) => (date === null ? 'Unknown' : <Day day={date} />) },
  {
    title: 'Why, and what the bank sent',
    cell: ({ reason, row }) => (
      <>
        <Text size="sm">{visibleText(reason)}</Text>
        {row !== null && (
          <Code block mah="8rem" tabIndex={0} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
            {visibleText(row)}
          </Code>
        )}
      </>
    ),
  },
  { title: 'Last listed', cell: ({ last_seen_at: at }) => <When at={at} /> },
];

function Rows({ accountId }: { readonly accountId: string }) {
  const [page, setPage] = useState(1);
  const rows = $api.useQuery(
    'get',
    '/finance/accounts/{accountId}/unread-rows',
    { params: { path: { accountId }, query: { 'page[size]': PAGE_SIZE, 'page[number]': page } } },
    { placeholderData: keepPreviousData },
  );
  const actions = actionsColumn<UnreadRow>(({ id }) => <Dismiss accountId={accountId} id={id} />);
  return (
    <QueryState query={rows} rows={3}>
      {({ data, meta }) => {
        const pages = Math.ceil(meta.total / PAGE_SIZE);
        return (
          <>
            <DataTable
              label="Unread rows"
              columns={[...COLUMNS, actions]}
              rows={data}
              keyOf={({ id }) => id}
            />
            <Pages total={pages} page={Math.min(page, Math.max(pages, 1))} onChange={setPage} />
          </>
        );
      }}
    </QueryState>
  );
}

function Dismiss({ accountId, id }: { readonly accountId: string; readonly id: string }) {
  const dismiss = useChange('delete', '/finance/accounts/{accountId}/unread-rows/{unreadRowId}', {
    done: 'Row dismissed',
  });
  return (
    <Group justify="flex-end">
      <RowButton
        words="Dismiss"
        label={`Dismiss row ${id}`}
        isLoading={dismiss.isPending}
        onClick={() => dismiss.mutate({ params: { path: { accountId, unreadRowId: id } } })}
      />
    </Group>
  );
}
