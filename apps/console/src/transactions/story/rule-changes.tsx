import { Button, Group, Table, Text } from '@mantine/core';
import type { components } from '@tributary/client';
import { $api } from '../../api/api';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Problem } from '../../elements/problems/problem';
import { ScreenLink } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import { FIELDS, type FieldName } from '../fields/fields';
import type { Transaction } from '../transaction';

type RuleLog = components['schemas']['RuleLog'];

const LOGS_MAX = 100;

/** What rules changed, oldest first, each with its value before and after, and an undo. */
export function RuleChanges({ transaction: { id } }: { readonly transaction: Transaction }) {
  const logs = $api.useQuery('get', '/rule-logs', {
    params: {
      query: { 'filter[transaction_id]': id, include: ['rule'], sort: ['id'], 'page[size]': LOGS_MAX },
    },
  });
  if (logs.isPending) return <Loading rows={2} />;
  if (logs.isError) return <Problem error={logs.error} retry={logs.refetch} />;
  const { data, meta } = logs.data;
  if (data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No rule has changed it.
      </Text>
    );
  }
  return (
    <>
      <Table.ScrollContainer
        minWidth={640}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Changes by rules' } }}
      >
        <Table aria-label="Changes by rules">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>Rule</Table.Th>
              <Table.Th>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
              <Table.Th>Result</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((log) => (
              <LogRow key={log.id} log={log} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {meta.total > data.length && (
        <ScreenLink to={`/rule-logs?transaction_id=${id}`}>All {meta.total} changes</ScreenLink>
      )}
    </>
  );
}

function LogRow({ log }: { readonly log: RuleLog }) {
  const name = log.field_name ?? '';
  return (
    <Table.Tr>
      <Table.Td>
        <When at={log.created_at} />
      </Table.Td>
      <Table.Td>
        <ScreenLink to={`/rules/${log.rule_id}`}>
          <ForeignText text={log.rule?.name ?? `Rule ${log.rule_id}`} />
        </ScreenLink>
      </Table.Td>
      <Table.Td>{name in FIELDS ? FIELDS[name as FieldName].label : name}</Table.Td>
      <Table.Td>
        <ValueText value={log.previous_value} />
      </Table.Td>
      <Table.Td>
        <ValueText value={log.new_value} />
      </Table.Td>
      <Table.Td>
        <Result log={log} />
      </Table.Td>
    </Table.Tr>
  );
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
