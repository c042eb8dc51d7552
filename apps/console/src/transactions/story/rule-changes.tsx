import { Button, Group, Text } from '@mantine/core';
import type { RuleLog } from '@tributary/client';
import { $api } from '../../api/api';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import { ForeignText } from '../../elements/foreign-text';
import { QueryState } from '../../elements/queries/query-state';
import { ScreenLink } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { DataTable, type Column } from '../../elements/tables/data-table';
import { FIELDS, type FieldName } from '../fields/fields';
import type { Transaction } from '../transaction';

const LOGS_MAX = 100;

/** The changes that rules made, oldest first, each with its value before and after, and an undo. */
export function RuleChanges({ transaction: { id } }: { readonly transaction: Transaction }) {
  const logs = $api.useQuery('get', '/rule-logs', {
    params: {
      query: { 'filter[transaction_id]': id, include: ['rule'], sort: ['id'], 'page[size]': LOGS_MAX },
    },
  });
  return (
    <QueryState
      query={logs}
      rows={2}
      empty={
        <Text size="sm" c="dimmed">
          No rule has changed it.
        </Text>
      }
    >
      {({ data, meta }) => (
        <>
          <DataTable
            label="Changes by rules"
            columns={COLUMNS}
            rows={data}
            keyOf={(log) => log.id}
            minWidth={640}
          />
          {meta.total > data.length && (
            <ScreenLink to={`/rule-logs?transaction_id=${id}`}>All {meta.total} changes</ScreenLink>
          )}
        </>
      )}
    </QueryState>
  );
}

const COLUMNS: readonly Column<RuleLog>[] = [
  { title: 'When', cell: ({ created_at: at }) => <When at={at} /> },
  {
    title: 'Rule',
    cell: ({ rule, rule_id: id }) => (
      <ScreenLink to={`/rules/${id}`}>
        <ForeignText text={rule?.name ?? `Rule ${id}`} />
      </ScreenLink>
    ),
  },
  { title: 'Field', cell: ({ field_name: name }) => labelOf(name ?? '') },
  { title: 'Before', cell: ({ previous_value: value }) => <ValueText value={value} /> },
  { title: 'After', cell: ({ new_value: value }) => <ValueText value={value} /> },
  { title: 'Result', cell: (log) => <Result log={log} /> },
];

function labelOf(name: string): string {
  return name in FIELDS ? FIELDS[name as FieldName].label : name;
}

function ValueText({ value }: { readonly value: string | null }) {
  return value === null ? (
    <Text span inherit c="dimmed">
      none
    </Text>
  ) : (
    <ForeignText text={value} />
  );
}

function Result({ log }: { readonly log: RuleLog }) {
  const undo = useChange('put', '/rule-logs/undo', { done: 'Change undone' });
  if (log.kind === 'FAILED') {
    return (
      <>
        <Status kind="bad" label="Failed" /> <ForeignText text={log.error ?? ''} />
      </>
    );
  }
  if (log.kind === 'UNDONE') return <Status kind="paused" label="Undone by you" />;
  if (log.undone_by !== null) return <Status kind="paused" label="Undone since" />;
  return (
    <Group gap="xs" wrap="nowrap">
      <Status kind="good" label="Applied" />
      <Button
        size="compact-xs"
        mih={24}
        variant="default"
        loading={undo.isPending}
        onClick={() => undo.mutate({ body: { ruleLogId: log.id } })}
      >
        Undo
      </Button>
    </Group>
  );
}
