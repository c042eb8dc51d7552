import { Button, Code, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { components, FinancialAccount } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../../api/api';
import { visibleText } from '../../elements/bank-text';
import { confirmed } from '../../elements/changes/confirmed';
import { counted } from '../../elements/counted';
import { Day } from '../../elements/dates/day';
import { Loading } from '../../elements/loading';
import { Pages } from '../../elements/pages';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import { Section } from '../section';

type UnreadRow = components['schemas']['UnreadRow'];

const PAGE_SIZE = 10;
/** As many rows of an account are set aside; its count stops there. */
const COUNTED_MAX = 500;

/** Rows of the bank that could not be read: why, what the bank sent, and what can be done. Nothing where there is none. */
export function UnreadRows({ account }: { readonly account: FinancialAccount }) {
  const { id: accountId, unread_rows: count = '0' } = account;
  const dismiss = useChange('delete', '/finance/accounts/{accountId}/unread-rows', {
    done: 'Unread rows dismissed',
  });
  if (count === '0') return null;
  const dismissAll = async () => {
    const isWanted = await confirmed({
      title: 'Dismiss all unread rows?',
      children:
        'What is stored of them is erased, and the account counts as healthy. A row that the bank lists again, and that ' +
        'still cannot be read, comes back.',
      confirm: 'Dismiss all',
      isDangerous: true,
    });
    if (isWanted) dismiss.mutate({ params: { path: { accountId } } });
  };
  return (
    <Section
      title="Rows that could not be read"
      actions={
        <Button size="xs" variant="default" loading={dismiss.isPending} onClick={() => void dismissAll()}>
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

function Rows({ accountId }: { readonly accountId: string }) {
  const [page, setPage] = useState(1);
  const rows = $api.useQuery(
    'get',
    '/finance/accounts/{accountId}/unread-rows',
    { params: { path: { accountId }, query: { 'page[size]': PAGE_SIZE, 'page[number]': page } } },
    { placeholderData: keepPreviousData },
  );
  if (rows.isPending) return <Loading rows={3} />;
  if (rows.isError) return <Problem error={rows.error} retry={rows.refetch} />;
  const { data, meta } = rows.data;
  const pages = Math.ceil(meta.total / PAGE_SIZE);
  return (
    <>
      <Table.ScrollContainer
        minWidth={560}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Unread rows' } }}
      >
        <Table aria-label="Unread rows">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th>Why, and what the bank sent</Table.Th>
              <Table.Th>Last listed</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((row) => (
              <Row key={row.id} accountId={accountId} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pages total={pages} page={Math.min(page, Math.max(pages, 1))} onChange={setPage} />
    </>
  );
}

function Row({ accountId, row }: { readonly accountId: string; readonly row: UnreadRow }) {
  const dismiss = useChange('delete', '/finance/accounts/{accountId}/unread-rows/{unreadRowId}', {
    done: 'Row dismissed',
  });
  return (
    <Table.Tr>
      <Table.Td>{row.date === null ? 'Unknown' : <Day day={row.date} />}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{visibleText(row.reason)}</Text>
        {row.row !== null && (
          <Code block mah="8rem" tabIndex={0} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
            {visibleText(row.row)}
          </Code>
        )}
      </Table.Td>
      <Table.Td>
        <When at={row.last_seen_at} />
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Dismiss row ${row.id}`}
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({ params: { path: { accountId, unreadRowId: row.id } } })}
          >
            Dismiss
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
