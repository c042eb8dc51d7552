import { Button, Group, Modal, Paper, Progress, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { onceConfirmed } from '../../elements/changes/confirmed';
import { showProblem } from '../../elements/changes/use-change';
import { changeAll, removeAll, undoAll, type BulkResult } from './bulk-change';
import { FieldInput } from '../fields/field-input';
import { changeBody, fieldOf, FIELDS, type FieldName } from '../fields/fields';
import type { Transaction } from '../transaction';
import { SELECTED_MAX, type Selection } from './use-selection';

/** The fields that make sense to set on many transactions at once. */
const BULK_FIELDS = [
  'mapped_fields.payee',
  'mapped_fields.description',
  'mapped_fields.date',
  'booked',
  'additional_information',
] as const satisfies readonly FieldName[];

interface BulkBarProps {
  readonly selection: Selection;
  /** The number of transactions that match the filters. */
  readonly total: number;
}

/** The actions on the selected rows. */
export function BulkBar({ selection, total }: BulkBarProps) {
  const [isChanging, setChanging] = useState(false);
  const rows = [...selection.rows.values()];
  const bulk = useBulk(selection);
  const count = rows.length;
  return (
    <Paper p="xs" role="region" aria-label="Selected transactions">
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {count === 0 ? 'Nothing selected' : `${transactionsText(count)} selected`}
        </Text>
        <SelectAll selection={selection} total={total} />
        {count > 0 && (
          <>
            <Button size="xs" variant="default" disabled={bulk.isPending} onClick={() => setChanging(true)}>
              Change …
            </Button>
            <RemoveButton
              count={count}
              isDisabled={bulk.isPending}
              onRemove={() => bulk.mutate({ kind: 'remove', rows })}
            />
            <Button size="xs" variant="subtle" onClick={selection.clear}>
              Clear selection
            </Button>
          </>
        )}
        {bulk.isPending && (
          <Progress
            value={(100 * bulk.progress) / Math.max(1, count)}
            aria-label="Progress"
            flex={1}
            miw="6rem"
          />
        )}
      </Group>
      {isChanging && (
        <ChangeDialog
          count={count}
          onClose={() => setChanging(false)}
          onSubmit={(name, value) => {
            setChanging(false);
            bulk.mutate({ kind: 'change', rows, name, value });
          }}
        />
      )}
    </Paper>
  );
}

interface RemoveButtonProps {
  readonly count: number;
  readonly isDisabled: boolean;
  readonly onRemove: () => void;
}

function RemoveButton({ count, isDisabled, onRemove }: RemoveButtonProps) {
  const remove = onceConfirmed(
    {
      title: `Remove ${transactionsText(count)}?`,
      children:
        'They leave all lists, feeds and destinations, and no sync brings them back. This cannot be undone.',
      confirm: `Remove ${count}`,
      isDangerous: true,
    },
    onRemove,
  );
  return (
    <Button size="xs" variant="default" color="red" disabled={isDisabled} onClick={remove}>
      Remove …
    </Button>
  );
}

function SelectAll({ selection, total }: BulkBarProps) {
  if (total === 0 || selection.rows.size >= total) return null;
  if (total > SELECTED_MAX) {
    return (
      <Text size="sm" c="dimmed">
        To select all, filter down to {SELECTED_MAX} or fewer.
      </Text>
    );
  }
  return (
    <Button
      size="xs"
      variant="subtle"
      loading={selection.isReading}
      onClick={() => selection.selectFirst(total)}
    >
      Select all {total} that match
    </Button>
  );
}

interface ChangeDialogProps {
  readonly count: number;
  readonly onClose: () => void;
  /** Null releases the field. */
  readonly onSubmit: (name: FieldName, value: string | null) => void;
}

function ChangeDialog({ count, onClose, onSubmit }: ChangeDialogProps) {
  const form = useForm<{ name: FieldName; value: string }>({
    initialValues: { name: 'mapped_fields.payee', value: '' },
  });
  const { name, value } = form.values;
  return (
    <Modal opened onClose={onClose} title={`Change ${transactionsText(count)}`}>
      <form onSubmit={form.onSubmit(() => onSubmit(name, value))}>
        <Stack>
          <Select
            label="Field"
            allowDeselect={false}
            data={BULK_FIELDS.map((field) => ({ value: field, label: FIELDS[field].label }))}
            value={name}
            onChange={(field) => form.setValues({ name: field ?? name, value: '' })}
          />
          <FieldInput
            name={name}
            label={`New ${fieldOf(name).label.toLowerCase()}`}
            value={value}
            onChange={(text) => form.setFieldValue('value', text)}
          />
          <Text size="sm" c="dimmed">
            What you set stays, whatever rules and later syncs say. Releasing shows the bank’s value again.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onSubmit(name, null)}>
              Release my values
            </Button>
            <Button type="submit" disabled={value === ''}>
              Change {count}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type BulkRequest =
  | { readonly kind: 'remove'; readonly rows: readonly Transaction[] }
  | {
      readonly kind: 'change';
      readonly rows: readonly Transaction[];
      readonly name: FieldName;
      readonly value: string | null;
    };

function useBulk(selection: Selection) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState(0);
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: (request: BulkRequest) => {
      setProgress(0);
      if (request.kind === 'remove') return removeAll(request.rows, setProgress);
      return changeAll(request.rows, changeBody({ [request.name]: request.value }), setProgress);
    },
    onSuccess: (result, request) => {
      selection.clear();
      const done = new Set(result.done);
      const undo = () => {
        if (request.kind === 'remove') return;
        const before = request.rows.filter(({ id }) => done.has(id));
        undoAll(before, [request.name]).then((undone) => {
          showResult(undone, 'changed back');
          return queries.invalidateQueries();
        }, showProblem);
      };
      if (request.kind === 'remove') showResult(result, 'removed');
      else showResult(result, 'changed', undo);
    },
    onError: showProblem,
    onSettled: () => queries.invalidateQueries(),
  });
  return { ...mutation, progress };
}

/** Shows the number of changed transactions, and the reasons of refusals. */
function showResult({ done, refused, reasons }: BulkResult, verb: string, undo?: () => void): void {
  const id = randomId();
  const onUndo = () => {
    notifications.hide(id);
    undo?.();
  };
  notifications.show({
    id,
    color: refused > 0 ? 'yellow' : 'green',
    autoClose: refused > 0 ? false : undo === undefined ? 6_000 : 20_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          {transactionsText(done.length)} {verb}.{refused > 0 && ` ${refused} refused: ${reasons.join(' ')}`}
        </Text>
        {undo !== undefined && done.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={onUndo}>
            Undo
          </Button>
        )}
      </Group>
    ),
  });
}

function transactionsText(count: number): string {
  return count === 1 ? '1 transaction' : `${count} transactions`;
}
