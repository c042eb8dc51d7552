import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { isZero } from '@tributary/money';
import Trash2 from 'lucide-react/icons/trash-2';
import { client } from '../../api/api';
import { useChange } from '../../elements/changes/use-change';
import { ChangeForm } from '../../elements/forms/change-form';
import { IconButton } from '../../elements/forms/icon-button';
import { Money } from '../../elements/money/money';
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

interface SplitValues {
  readonly parts: Part[];
}

const PARTS_MAX = 50;

/** Divides the amount among parts that add up to it exactly. */
export function SplitForm({ transaction, onDone }: SplitFormProps) {
  const { amount, currency, id } = transaction;
  const form = useForm<SplitValues>({
    initialValues: { parts: [emptyPart(descriptionOf(transaction)), emptyPart('')] },
  });
  const { parts } = form.values;
  const amounts = parts.map((part) => part.amount);
  const params = { path: { transactionId: id } };
  const split = useChange('post', '/finance/transactions/{transactionId}/split', {
    done: `Split into ${parts.length} parts`,
    isErrorShown: true,
    undo: () => client.DELETE('/finance/transactions/{transactionId}/split', { params }),
    onSuccess: onDone,
  });
  return (
    <ChangeForm
      onSubmit={form.onSubmit((values) => split.mutate({ params, body: bodyOf(values) }))}
      change={split}
      submit="Split"
      isDisabled={!isSplitWhole(amount, amounts)}
      onCancel={onDone}
    >
      <Text size="sm">
        The parts add up to <Money amount={amount} currency={currency} />. Money that goes out is negative.
      </Text>
      {parts.map((part, index) => (
        <PartFields key={part.key} form={form} index={index} />
      ))}
      <Remainder form={form} remainder={remainderOf(amount, amounts)} currency={currency} />
    </ChangeForm>
  );
}

interface PartFieldsProps {
  readonly form: UseFormReturnType<SplitValues>;
  /** Position of the part, from 0. */
  readonly index: number;
}

function PartFields({ form, index }: PartFieldsProps) {
  const { parts } = form.values;
  const amount = parts[index]?.amount ?? '';
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={`Amount of part ${index + 1}`}
        inputMode="decimal"
        required
        maxLength={24}
        w="10rem"
        {...form.getInputProps(`parts.${index}.amount`)}
        error={amount !== '' && !isAmount(amount) ? 'A decimal number' : undefined}
      />
      <TextInput
        label="Description"
        maxLength={2000}
        flex={1}
        {...form.getInputProps(`parts.${index}.description`)}
      />
      <IconButton
        icon={Trash2}
        label={`Remove part ${index + 1}`}
        isDisabled={parts.length <= 2}
        onClick={() => form.removeListItem('parts', index)}
      />
    </Group>
  );
}

interface RemainderProps {
  readonly form: UseFormReturnType<SplitValues>;
  /** The amount that the parts leave. Null: an amount is missing or is no number. */
  readonly remainder: string | null;
  readonly currency: string;
}

/** The amount that is left, with a button that adds a part of it. */
function Remainder({ form, remainder, currency }: RemainderProps) {
  const left = remainder === null || isZero(remainder) ? '' : remainder;
  return (
    <Group justify="space-between">
      <Button
        variant="default"
        size="xs"
        disabled={form.values.parts.length >= PARTS_MAX}
        onClick={() => form.insertListItem('parts', { ...emptyPart(''), amount: left })}
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
  );
}

function bodyOf({ parts }: SplitValues) {
  return {
    parts: parts.map(({ amount, description }) => ({
      amount,
      ...(description === '' ? {} : { mapped_fields: { description } }),
    })),
  };
}

function emptyPart(description: string): Part {
  return { key: randomId(), amount: '', description };
}
