import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { isZero } from '@tributary/money';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState, type FormEvent } from 'react';
import { client } from '../../api/api';
import { Money } from '../../elements/money/money';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { descriptionOf, type Transaction } from '../transaction';
import { isAmount, isSplitWhole, remainderOf } from './split-parts';

interface SplitFormProps {
  readonly transaction: Transaction;
  readonly onDone: () => void;
}

interface Part {
  readonly key: string;
  readonly amount: string;
  readonly description: string;
}

const PARTS_MAX = 50;

/** Divides the amount among parts that add up to it exactly. */
export function SplitForm({ transaction, onDone }: SplitFormProps) {
  const { amount, currency, id } = transaction;
  const [parts, setParts] = useState<readonly Part[]>(() => [
    emptyPart(descriptionOf(transaction)),
    emptyPart(''),
  ]);
  const amounts = parts.map((part) => part.amount);
  const remainder = remainderOf(amount, amounts);
  const params = { path: { transactionId: id } };
  const split = useChange('post', '/finance/transactions/{transactionId}/split', {
    done: `Split into ${parts.length} parts`,
    isErrorShown: true,
    undo: () => client.DELETE('/finance/transactions/{transactionId}/split', { params }),
    onSuccess: onDone,
  });
  const change = (key: string, next: Partial<Part>) =>
    setParts(parts.map((part) => (part.key === key ? { ...part, ...next } : part)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      parts: parts.map((part) => ({
        amount: part.amount,
        ...(part.description === '' ? {} : { mapped_fields: { description: part.description } }),
      })),
    };
    split.mutate({ params, body });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {split.isError && <Problem error={split.error} />}
        <Text size="sm">
          The parts add up to <Money amount={amount} currency={currency} />. Money that goes out is negative.
        </Text>
        {parts.map((part, index) => (
          <Group key={part.key} gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={`Amount of part ${index + 1}`}
              inputMode="decimal"
              required
              maxLength={24}
              w="10rem"
              value={part.amount}
              error={part.amount !== '' && !isAmount(part.amount) ? 'A decimal number' : undefined}
              onChange={(event) => change(part.key, { amount: event.currentTarget.value })}
            />
            <TextInput
              label="Description"
              maxLength={2000}
              flex={1}
              value={part.description}
              onChange={(event) => change(part.key, { description: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove part ${index + 1}`}
              disabled={parts.length <= 2}
              onClick={() => setParts(parts.filter(({ key }) => key !== part.key))}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group justify="space-between">
          <Button
            variant="default"
            size="xs"
            disabled={parts.length >= PARTS_MAX}
            onClick={() =>
              setParts([
                ...parts,
                { ...emptyPart(''), amount: remainder === null || isZero(remainder) ? '' : remainder },
              ])
            }
          >
            Add a part
          </Button>
          <Text size="sm" role="status">
            {remainder === null ? (
              'Enter all amounts'
            ) : (
              <>
                Left: <Money amount={remainder} currency={currency} />
              </>
            )}
          </Text>
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={split.isPending} disabled={!isSplitWhole(amount, amounts)}>
            Split
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function emptyPart(description: string): Part {
  return { key: randomId(), amount: '', description };
}
