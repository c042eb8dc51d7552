import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { RuleLog } from '@tributary/client';
import { useState } from 'react';
import { Losses } from '../elements/changes/confirmed';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { ForeignText } from '../elements/foreign-text';
import { ScreenLink } from '../elements/screen-link';
import { Status, type StatusWords } from '../elements/status';
import { actionsColumn, DataTable, RowButton, type Column } from '../elements/tables/data-table';
import { useChosen, type Chosen } from '../elements/tables/use-chosen';
import { ValueChange } from './value-change';

/** A table of rule logs with a checkbox for each change that can be undone. */
export function RuleLogs({ logs }: { readonly logs: readonly RuleLog[] }) {
  const undoable = logs.filter(isUndoable).map(({ id }) => id);
  const selection = useChosen(undoable);
  const { chosen, clear } = selection;
  const undo = useChange('put', '/rule-logs/undo', { done: 'The change is undone' });
  const bulk = useBulkUndo(clear);
  const actions = actionsColumn<RuleLog>(
    (log) =>
      isUndoable(log) && (
        <RowButton
          words="Undo"
          label={`Undo the change of ${subjectOf(log)}`}
          isDisabled={undo.isPending || bulk.isPending}
          onClick={() => undo.mutate({ body: { ruleLogId: log.id } })}
        />
      ),
  );
  return (
    <Stack>
      <Group mih={36}>
        <Button
          variant="default"
          size="xs"
          disabled={chosen.length === 0}
          loading={bulk.isPending}
          onClick={() => bulk.undo(chosen)}
        >
          Undo {chosen.length === 0 ? 'the chosen' : `${chosen.length} chosen`}
        </Button>
      </Group>
      {bulk.failures.length > 0 && <Failures failures={bulk.failures} />}
      <DataTable
        label="Changes by rules"
        columns={[choiceColumn(undoable, selection), ...COLUMNS, actions]}
        rows={logs}
        keyOf={({ id }) => id}
        minWidth={760}
      />
    </Stack>
  );
}

function choiceColumn(undoable: readonly string[], selection: Chosen): Column<RuleLog> {
  const { chosen, isChosen, toggle, set } = selection;
  return {
    title: 'Choose',
    head: (
      <Checkbox
        aria-label="Choose all that can be undone"
        disabled={undoable.length === 0}
        checked={undoable.length > 0 && chosen.length === undoable.length}
        indeterminate={chosen.length > 0 && chosen.length < undoable.length}
        onChange={({ currentTarget }) => set(currentTarget.checked ? undoable : [])}
      />
    ),
    cell: (log) =>
      isUndoable(log) && (
        <Checkbox
          aria-label={`Choose the change of ${subjectOf(log)}`}
          checked={isChosen(log.id)}
          onChange={() => toggle(log.id)}
        />
      ),
  };
}

const COLUMNS: readonly Column<RuleLog>[] = [
  { title: 'When', cell: ({ created_at: at }) => <When at={at} /> },
  {
    title: 'Rule',
    cell: ({ rule, rule_id: id }) =>
      rule ? (
        <ScreenLink to={`/rules/${id}`} size="sm">
          <ForeignText text={rule.name} />
        </ScreenLink>
      ) : (
        `Deleted rule ${id}`
      ),
  },
  {
    title: 'Transaction',
    cell: ({ transaction_id: id }) => (
      <ScreenLink to={`/transactions/${id}`} size="sm">
        {id}
      </ScreenLink>
    ),
  },
  { title: 'Change', cell: (log) => <Change log={log} /> },
  { title: 'Status', cell: (log) => <LogStatus log={log} /> },
];

function subjectOf({ field_name: field, transaction_id: id }: RuleLog): string {
  return `${field ?? 'transfer'} of transaction ${id}`;
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

const LOG_STATUS: StatusWords<RuleLog['kind']> = {
  APPLIED: { kind: 'good', label: 'Changed' },
  UNDONE: { kind: 'paused', label: 'Reversal' },
  FAILED: { kind: 'bad', label: 'Failed' },
};

function LogStatus({ log: { kind, undone_by } }: { readonly log: RuleLog }) {
  return undone_by === null ? <Status {...LOG_STATUS[kind]} /> : <Status kind="paused" label="Undone" />;
}

function isUndoable({ kind, undone_by, field_name }: RuleLog): boolean {
  return kind === 'APPLIED' && undone_by === null && field_name !== null;
}

/** Undoes several changes, and returns the reasons why some could not be undone. */
function useBulkUndo(onDone: () => void) {
  const [failures, setFailures] = useState<readonly string[]>([]);
  const change = useChange('put', '/rule-logs/undo-bulk', {
    done: ({ data }) => {
      const undone = data.results.filter(({ success }) => success).length;
      return `${undone} of ${data.results.length} changes are undone`;
    },
    onSuccess: ({ data }) => {
      const failed = data.results.filter(({ success }) => !success);
      setFailures(failed.map(({ rule_log_id: id, message }) => `Log ${id}: ${message}`));
      onDone();
    },
  });
  const undo = (ids: readonly string[]) => change.mutate({ body: { ruleLogIds: [...ids] } });
  return { undo, failures, isPending: change.isPending };
}

function Failures({ failures }: { readonly failures: readonly string[] }) {
  return (
    <Alert role="alert" color="yellow" title="Some changes could not be undone">
      <Losses lines={failures} />
    </Alert>
  );
}
