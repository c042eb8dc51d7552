import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { TransferLog } from '@tributary/client';
import { useAccountNames } from '../api/all-pages';
import { $api } from '../api/api';
import { useTargets } from '../api/destinations';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { ForeignText } from '../elements/foreign-text';
import { Nothing } from '../elements/nothing';
import { Pages } from '../elements/pages';
import { QueryState } from '../elements/queries/query-state';
import { ScreenButton, ScreenLink } from '../elements/screen-link';
import { Status } from '../elements/status';
import { DataTable, RowButton, type Column } from '../elements/tables/data-table';
import { useChosen } from '../elements/tables/use-chosen';
import { Filters } from './filters';
import { attemptStatus, canRetry, canUndo, DESTINATION_STATE_WORDS } from './transfer-words';
import { queryOf } from './transfers-search';

const route = getRouteApi('/transfers');

/** The attempts that match the filters, newest first; several are retried or undone together. */
export function TransferList() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { page = 1 } = search;
  const names = useAccountNames();
  const logs = $api.useQuery('get', '/transfer-logs', {
    params: { query: { ...queryOf(search), 'page[size]': 50, 'page[number]': page } },
  });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Stack gap="md">
      <Filters accounts={names} />
      <QueryState query={logs} empty={<Empty isFiltered={isFiltered} />}>
        {({ data, meta }) => (
          <>
            <Attempts logs={data} names={names} />
            <Pages
              total={meta.last_page}
              page={page}
              onChange={(to) => void navigate({ to: '/transfers', search: { ...search, page: to } })}
            />
          </>
        )}
      </QueryState>
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

interface AttemptsProps {
  readonly logs: readonly TransferLog[];
  readonly names: ReadonlyMap<string, string>;
}

function Attempts({ logs, names }: AttemptsProps) {
  const ids = logs.map(({ id }) => id);
  const { chosen, isChosen, toggle, set, clear } = useChosen(ids);
  const isAll = chosen.length === ids.length;
  const choice: Column<TransferLog> = {
    title: 'Choose',
    head: (
      <Checkbox
        aria-label="Choose all on this page"
        size="md"
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        onChange={() => set(isAll ? [] : ids)}
      />
    ),
    cell: ({ id }) => (
      <Checkbox
        aria-label={`Choose attempt ${id}`}
        size="md"
        checked={isChosen(id)}
        onChange={() => toggle(id)}
      />
    ),
  };
  return (
    <>
      <Acts ids={chosen} onDone={clear} />
      <DataTable
        label="Attempts"
        columns={[choice, ...useColumns(names)]}
        rows={logs}
        keyOf={({ id }) => id}
        minWidth={760}
      />
    </>
  );
}

function useColumns(names: ReadonlyMap<string, string>): readonly Column<TransferLog>[] {
  const { targets = [] } = useTargets().data ?? {};
  const targetOf = ({ destination_type: type, destination_id: id }: TransferLog) =>
    targets.find((target) => target.type === type && target.id === id)?.name ?? type ?? 'Gone';
  return [
    { title: 'Time', cell: ({ created_at: at }) => <When at={at} /> },
    {
      title: 'Result',
      cell: (log) => (
        <>
          <Status {...attemptStatus(log)} />
          {log.error !== null && (
            <Text size="xs" maw={320}>
              <ForeignText text={log.error} />
            </Text>
          )}
        </>
      ),
    },
    {
      title: 'From and to',
      cell: (log) => (
        <>
          <ScreenLink
            to={`/transactions/${log.transaction_id}`}
          >{`Transaction ${log.transaction_id}`}</ScreenLink>
          <Text size="xs" c="dimmed">
            <ForeignText text={names.get(log.financial_account_id) ?? 'An account that is gone'} /> to{' '}
            <ScreenLink inherit to={`/links/${log.transfer_link_id}`}>
              <ForeignText text={targetOf(log)} />
            </ScreenLink>
          </Text>
        </>
      ),
    },
    {
      title: 'At the destination',
      cell: ({ destination_state: state }) => (state ? DESTINATION_STATE_WORDS[state] : 'Not known'),
    },
    { title: 'Actions', cell: (log) => <AttemptActs log={log} /> },
  ];
}

function AttemptActs({ log }: { readonly log: TransferLog }) {
  const params = { path: { transferLogId: log.id } };
  const retry = useChange('post', '/transfer-logs/{transferLogId}/retry', { done: 'It is tried again' });
  const undo = useChange('post', '/transfer-logs/{transferLogId}/undo', {
    done: 'It is taken back: the row at the destination is removed',
  });
  return (
    <Group gap="xs" wrap="nowrap">
      {canRetry(log) && (
        <RowButton words="Retry" isLoading={retry.isPending} onClick={() => retry.mutate({ params })} />
      )}
      {canUndo(log) && (
        <RowButton words="Undo" isLoading={undo.isPending} onClick={() => undo.mutate({ params })} />
      )}
    </Group>
  );
}

/** The actions on the chosen attempts. */
function Acts({ ids, onDone }: { readonly ids: readonly string[]; readonly onDone: () => void }) {
  const retry = useChange('put', '/transfer-logs/retry-bulk', {
    done: ({ data }) => outcomeOf(data.results, 'tried again'),
    onSuccess: onDone,
  });
  const undo = useChange('put', '/transfer-logs/undo-bulk', {
    done: ({ data }) => outcomeOf(data.results, 'taken back'),
    onSuccess: onDone,
  });
  if (ids.length === 0) return <Text size="sm">Choose attempts to retry or undo them together.</Text>;
  const body = { transferLogIds: [...ids] };
  return (
    <Group gap="xs">
      <Text size="sm">{`${ids.length} chosen`}</Text>
      <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate({ body })}>
        Retry
      </Button>
      <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate({ body })}>
        Undo
      </Button>
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
