import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  Select,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { components } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Pages } from '../elements/pages';
import { Page } from '../elements/page';
import { Problem } from '../elements/problems/problem';
import { ScreenLink } from '../elements/screen-link';
import { Status } from '../elements/status';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { useRules } from './every-page';
import type { LogsSearch } from './search';
import { ValueChange } from './value-change';

type RuleLog = components['schemas']['RuleLog'];

const ROWS = 50;
const route = getRouteApi('/rule-logs');

/** What rules changed, newest first; each can be undone, or several together. */
export function RuleLogsScreen() {
  const search = route.useSearch();
  const { rule_id, transaction_id, kind, page = 1 } = search;
  const logs = $api.useQuery('get', '/rule-logs', {
    params: {
      query: {
        'page[size]': ROWS,
        'page[number]': page,
        include: ['rule'],
        ...(rule_id === undefined ? {} : { 'filter[rule_id]': rule_id }),
        ...(transaction_id === undefined ? {} : { 'filter[transaction_id]': transaction_id }),
        ...(kind === undefined ? {} : { 'filter[kind]': kind }),
      },
    },
  });
  return (
    <Page title="Rule logs">
      <Filters search={search} />
      {logs.isPending && <Loading rows={8} />}
      {logs.isError && <Problem error={logs.error} retry={logs.refetch} />}
      {logs.isSuccess && logs.data.data.length === 0 && (
        <Nothing title="No logs">
          Nothing here was changed by a rule. Logs appear as soon as a rule changes a transaction.
        </Nothing>
      )}
      {logs.isSuccess && logs.data.data.length > 0 && (
        <Logs
          key={JSON.stringify(search)}
          logs={logs.data.data}
          pages={logs.data.meta.last_page}
          page={page}
        />
      )}
    </Page>
  );
}

const KINDS = [
  { value: 'APPLIED', label: 'Changes' },
  { value: 'UNDONE', label: 'Reversals' },
  { value: 'FAILED', label: 'Failures' },
] as const;

function Filters({ search }: { readonly search: LogsSearch }) {
  const navigate = useNavigate();
  const rules = useRules();
  const { page: _page, ...filters } = search;
  const set = (changed: LogsSearch) => void navigate({ to: '/rule-logs', search: changed });
  const { rule_id: _rule, ...withoutRule } = filters;
  const { kind: _kind, ...withoutKind } = filters;
  return (
    <Group align="flex-end">
      <Select
        label="Rule"
        placeholder="All rules"
        data={(rules.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={search.rule_id ?? null}
        onChange={(id) => set(id === null ? withoutRule : { ...filters, rule_id: id })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All rules' }}
      />
      <Select
        label="Kind"
        placeholder="All kinds"
        data={KINDS}
        value={search.kind ?? null}
        onChange={(value) => {
          const kind = KINDS.find((one) => one.value === value)?.value;
          set(kind === undefined ? withoutKind : { ...filters, kind });
        }}
        clearable
        clearButtonProps={{ 'aria-label': 'All kinds' }}
      />
      {search.transaction_id !== undefined && (
        <Text size="sm" pb={8}>
          Of{' '}
          <ScreenLink to={`/transactions/${search.transaction_id}`}>
            transaction {search.transaction_id}
          </ScreenLink>
        </Text>
      )}
    </Group>
  );
}

interface LogsProps {
  readonly logs: readonly RuleLog[];
  readonly page: number;
  readonly pages: number;
}

function Logs({ logs, page, pages }: LogsProps) {
  const navigate = useNavigate();
  const search = route.useSearch();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const undo = useChange('put', '/rule-logs/undo', { done: 'The change is undone' });
  const bulk = useBulkUndo(() => setChosen(new Set()));
  const undoable = logs.filter(isUndoable).map(({ id }) => id);
  const chosenHere = undoable.filter((id) => chosen.has(id));
  const set = (ids: readonly string[], isChosen: boolean) => {
    const changed = new Set(chosen);
    for (const id of ids) {
      if (isChosen) changed.add(id);
      else changed.delete(id);
    }
    setChosen(changed);
  };
  return (
    <Stack>
      <Group mih={36}>
        <Button
          variant="default"
          size="xs"
          disabled={chosenHere.length === 0}
          loading={bulk.isPending}
          onClick={() => bulk.undo(chosenHere)}
        >
          Undo {chosenHere.length === 0 ? 'the chosen' : `${chosenHere.length} chosen`}
        </Button>
      </Group>
      {bulk.failures.length > 0 && <Failures failures={bulk.failures} />}
      <Table.ScrollContainer minWidth={760}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36}>
                <Checkbox
                  aria-label="Choose all that can be undone"
                  disabled={undoable.length === 0}
                  checked={undoable.length > 0 && chosenHere.length === undoable.length}
                  indeterminate={chosenHere.length > 0 && chosenHere.length < undoable.length}
                  onChange={({ currentTarget }) => set(undoable, currentTarget.checked)}
                />
              </Table.Th>
              <Table.Th>When</Table.Th>
              <Table.Th>Rule</Table.Th>
              <Table.Th>Transaction</Table.Th>
              <Table.Th>Change</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {logs.map((log) => (
              <LogRow
                key={log.id}
                log={log}
                isChosen={chosen.has(log.id)}
                onChoose={(isChosen) => set([log.id], isChosen)}
                isBusy={undo.isPending || bulk.isPending}
                onUndo={() => undo.mutate({ body: { ruleLogId: log.id } })}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pages
        total={pages}
        page={page}
        onChange={(number) => void navigate({ to: '/rule-logs', search: { ...search, page: number } })}
      />
    </Stack>
  );
}

interface LogRowProps {
  readonly log: RuleLog;
  readonly isChosen: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onUndo: () => void;
}

function LogRow({ log, isChosen, isBusy, onChoose, onUndo }: LogRowProps) {
  const what = `${log.field_name ?? 'transfer'} of transaction ${log.transaction_id}`;
  return (
    <Table.Tr>
      <Table.Td>
        {isUndoable(log) && (
          <Checkbox
            aria-label={`Choose the change of ${what}`}
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
        )}
      </Table.Td>
      <Table.Td>
        <When at={log.created_at} />
      </Table.Td>
      <Table.Td>
        {log.rule ? (
          <ScreenLink to={`/rules/${log.rule_id}`} size="sm">
            <ForeignText text={log.rule.name} />
          </ScreenLink>
        ) : (
          `Deleted rule ${log.rule_id}`
        )}
      </Table.Td>
      <Table.Td>
        <ScreenLink to={`/transactions/${log.transaction_id}`} size="sm">
          {log.transaction_id}
        </ScreenLink>
      </Table.Td>
      <Table.Td>
        <Change log={log} />
      </Table.Td>
      <Table.Td>
        <LogStatus log={log} />
      </Table.Td>
      <Table.Td>
        {isUndoable(log) && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={isBusy}
            aria-label={`Undo the change of ${what}`}
            onClick={onUndo}
          >
            Undo
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Change({ log: { kind, field_name, previous_value, new_value, error } }: { readonly log: RuleLog }) {
  if (kind === 'FAILED') return <ForeignText text={error ?? 'It failed.'} />;
  return (
    <>
      <Text size="xs" c="dimmed">
        {field_name ?? 'transfer'}
      </Text>
      <ValueChange from={previous_value} to={new_value} />
    </>
  );
}

function LogStatus({ log: { kind, undone_by } }: { readonly log: RuleLog }) {
  if (undone_by !== null) return <Status kind="paused" label="Undone" />;
  switch (kind) {
    case 'APPLIED':
      return <Status kind="good" label="Changed" />;
    case 'UNDONE':
      return <Status kind="paused" label="Reversal" />;
    case 'FAILED':
      return <Status kind="bad" label="Failed" />;
  }
}

function isUndoable({ kind, undone_by, field_name }: RuleLog): boolean {
  return kind === 'APPLIED' && undone_by === null && field_name !== null;
}

interface Failure {
  readonly id: string;
  readonly message: string;
}

/** Undoes several; what could not be undone is kept to be read. */
function useBulkUndo(onDone: () => void) {
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const change = useChange('put', '/rule-logs/undo-bulk', {
    done: ({ data }) => {
      const undone = data.results.filter(({ success }) => success).length;
      return `${undone} of ${data.results.length} changes are undone`;
    },
    onSuccess: ({ data }) => {
      const failed = data.results.filter(({ success }) => !success);
      setFailures(failed.map(({ rule_log_id: id, message }) => ({ id, message })));
      onDone();
    },
  });
  const undo = (ids: readonly string[]) => change.mutate({ body: { ruleLogIds: [...ids] } });
  return { undo, failures, isPending: change.isPending };
}

function Failures({ failures }: { readonly failures: readonly Failure[] }) {
  return (
    <Alert role="alert" color="yellow" title="Some changes could not be undone">
      <List size="sm">
        {failures.map(({ id, message }) => (
          <List.Item key={id}>
            Log {id}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
