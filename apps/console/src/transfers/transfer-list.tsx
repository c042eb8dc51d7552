import { Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { TransferLog } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { useTargets } from '../api/destinations';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Pages } from '../elements/pages';
import { Problem } from '../elements/problems/problem';
import { ScreenButton, ScreenLink } from '../elements/screen-link';
import { Status } from '../elements/status';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { Filters } from './filters';
import { attemptStatus, canRetry, canUndo, THERE_WORDS } from './transfer-words';
import { queryOf } from './transfers-search';

const route = getRouteApi('/transfers');

/** Every attempt that fits the filters, newest first; several are retried or taken back together. */
export function TransferList() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { page = 1 } = search;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const logs = $api.useQuery('get', '/transfer-logs', {
    params: { query: { ...queryOf(search), 'page[size]': 50, 'page[number]': page } },
  });
  const accounts = $api.useQuery('get', '/finance/accounts', {
    params: { query: { 'page[size]': 100, sort: ['name'] } },
  });
  const names = new Map(
    (accounts.data?.data ?? []).map(({ id, name, display_name: shown }) => [id, shown || name]),
  );
  return (
    <Stack gap="md">
      <Filters accounts={names} />
      {logs.isPending && <Loading />}
      {logs.isError && <Problem error={logs.error} retry={logs.refetch} />}
      {logs.isSuccess && logs.data.meta.total === 0 && <Empty isFiltered={Object.keys(search).length > 0} />}
      {logs.isSuccess && logs.data.meta.total > 0 && (
        <>
          <Acts
            logs={logs.data.data.filter(({ id }) => chosen.has(id))}
            onDone={() => setChosen(new Set())}
          />
          <Rows logs={logs.data.data} names={names} chosen={chosen} onChoose={setChosen} />
          <Pages
            total={logs.data.meta.last_page}
            page={page}
            onChange={(next) => void navigate({ to: '/transfers', search: { ...search, page: next } })}
          />
        </>
      )}
    </Stack>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Nothing title="No attempt fits the filters">Clear a filter to see more.</Nothing>
  ) : (
    <Nothing title="Nothing was sent yet" action={<ScreenButton to="/links">Link accounts</ScreenButton>}>
      Link an account to a destination, and its transactions are sent there.
    </Nothing>
  );
}

interface RowsProps {
  readonly logs: readonly TransferLog[];
  readonly names: ReadonlyMap<string, string>;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

function Rows({ logs, names, chosen, onChoose }: RowsProps) {
  const { targets } = useTargets();
  const nameOf = ({ destination_type: type, destination_id: id }: TransferLog) =>
    targets.find((target) => target.type === type && target.id === id)?.name ?? type ?? 'Gone';
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const isAll = logs.every(({ id }) => chosen.has(id));
  return (
    <Table.ScrollContainer minWidth={760} type="native" tabIndex={0} aria-label="Attempts" role="region">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Checkbox
                aria-label="Choose all on this page"
                size="md"
                checked={isAll}
                indeterminate={!isAll && logs.some(({ id }) => chosen.has(id))}
                onChange={() => onChoose(new Set(isAll ? [] : logs.map(({ id }) => id)))}
              />
            </Table.Th>
            <Table.Th>Time</Table.Th>
            <Table.Th>Result</Table.Th>
            <Table.Th>From and to</Table.Th>
            <Table.Th>At the destination</Table.Th>
            <Table.Th>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {logs.map((log) => (
            <Table.Tr key={log.id}>
              <Table.Td>
                <Checkbox
                  aria-label={`Choose attempt ${log.id}`}
                  size="md"
                  checked={chosen.has(log.id)}
                  onChange={() => toggle(log.id)}
                />
              </Table.Td>
              <Table.Td>
                <When at={log.created_at} />
              </Table.Td>
              <Table.Td>
                <Status {...attemptStatus(log)} />
                {log.error !== null && (
                  <Text size="xs" maw={320}>
                    <ForeignText text={log.error} />
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <ScreenLink
                  to={`/transactions/${log.transaction_id}`}
                >{`Transaction ${log.transaction_id}`}</ScreenLink>
                <Text size="xs" c="dimmed">
                  <ForeignText text={names.get(log.financial_account_id) ?? 'An account that is gone'} /> to{' '}
                  <ScreenLink inherit to={`/links/${log.transfer_link_id}`}>
                    <ForeignText text={nameOf(log)} />
                  </ScreenLink>
                </Text>
              </Table.Td>
              <Table.Td>{thereOf(log)}</Table.Td>
              <Table.Td>
                <RowActs log={log} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function thereOf({ destination_state: there }: TransferLog): string {
  return there ? THERE_WORDS[there] : 'Not known';
}

function RowActs({ log }: { readonly log: TransferLog }) {
  const params = { path: { transferLogId: log.id } };
  const retry = useChange('post', '/transfer-logs/{transferLogId}/retry', { done: 'It is tried again' });
  const undo = useChange('post', '/transfer-logs/{transferLogId}/undo', {
    done: 'It is taken back: the row at the destination is removed',
  });
  return (
    <Group gap="xs" wrap="nowrap">
      {canRetry(log) && (
        <Button
          size="compact-sm"
          variant="default"
          loading={retry.isPending}
          onClick={() => retry.mutate({ params })}
        >
          Retry
        </Button>
      )}
      {canUndo(log) && (
        <Button
          size="compact-sm"
          variant="default"
          loading={undo.isPending}
          onClick={() => undo.mutate({ params })}
        >
          Undo
        </Button>
      )}
    </Group>
  );
}

/** What is done with several attempts at once. */
function Acts({ logs, onDone }: { readonly logs: readonly TransferLog[]; readonly onDone: () => void }) {
  const retry = useChange('put', '/transfer-logs/retry-bulk', {
    done: ({ data }) => outcomeOf(data.results, 'tried again'),
    onSuccess: onDone,
  });
  const undo = useChange('put', '/transfer-logs/undo-bulk', {
    done: ({ data }) => outcomeOf(data.results, 'taken back'),
    onSuccess: onDone,
  });
  const body = { transferLogIds: logs.map(({ id }) => id) };
  const isNone = logs.length === 0;
  return (
    <Group gap="xs">
      <Text size="sm">
        {isNone ? 'Choose attempts to retry or undo them together.' : `${logs.length} chosen`}
      </Text>
      {!isNone && (
        <>
          <Button
            size="xs"
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate({ body })}
          >
            Retry
          </Button>
          <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate({ body })}>
            Undo
          </Button>
        </>
      )}
    </Group>
  );
}

function outcomeOf(
  results: readonly { readonly success: boolean; readonly message: string }[],
  done: string,
) {
  const refused = results.filter(({ success }) => !success);
  const words = `${results.length - refused.length} ${done}`;
  return refused[0] === undefined ? words : `${words}, ${refused.length} not: ${refused[0].message}`;
}
