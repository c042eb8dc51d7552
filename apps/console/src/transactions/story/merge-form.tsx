import { Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { $api, client } from '../../api/api';
import { allOf } from '../../api/reading';
import { dayText } from '../../elements/dates/dates';
import { ForeignText } from '../../elements/foreign-text';
import { ChangeForm } from '../../elements/forms/change-form';
import { Money } from '../../elements/money/money';
import { QueryState } from '../../elements/queries/query-state';
import { useChange } from '../../elements/changes/use-change';
import { dayOf, payeeOf, type Transaction } from '../transaction';
import { candidateQueries, MERGE_DAYS, mergeableOf } from './merge-candidates';

interface MergeFormProps {
  readonly transaction: Transaction;
  readonly onDone: () => void;
}

/** Merges a duplicate into the transaction; the duplicate is then removed. */
export function MergeForm({ transaction, onDone }: MergeFormProps) {
  const [equal, otherStatus] = candidateQueries(transaction);
  const equals = $api.useQuery('get', '/finance/transactions', { params: { query: equal } });
  const others = $api.useQuery('get', '/finance/transactions', { params: { query: otherStatus } });
  return (
    <QueryState query={allOf(equals, others)} rows={3}>
      {([{ data: sameAmount }, { data: sameSign }]) => {
        const candidates = mergeableOf(transaction, [sameAmount, sameSign]);
        return candidates.length === 0 ? (
          <Text size="sm">
            Within {MERGE_DAYS} days the account has no other transaction that can be merged with this one:
            two booked ones need the same amount, a pending and a booked one the same sign.
          </Text>
        ) : (
          <ChooseDuplicate transaction={transaction} candidates={candidates} onDone={onDone} />
        );
      }}
    </QueryState>
  );
}

interface ChooseDuplicateProps extends MergeFormProps {
  readonly candidates: readonly Transaction[];
}

function ChooseDuplicate({ transaction, candidates, onDone }: ChooseDuplicateProps) {
  const form = useForm({ initialValues: { duplicate: '' } });
  const params = { path: { transactionId: transaction.id } };
  const merge = useChange('post', '/finance/transactions/{transactionId}/merge', {
    done: 'Transactions merged',
    isErrorShown: true,
    undo: () => client.DELETE('/finance/transactions/{transactionId}/merge', { params }),
    onSuccess: onDone,
  });
  return (
    <ChangeForm
      onSubmit={form.onSubmit(({ duplicate }) =>
        merge.mutate({ params, body: { transaction_id: duplicate } }),
      )}
      change={merge}
      submit="Merge"
      isDisabled={form.values.duplicate === ''}
      onCancel={onDone}
    >
      <Radio.Group
        label="Which one goes?"
        description="This transaction keeps its id and shows the booked entry. What you set on both is kept."
        {...form.getInputProps('duplicate')}
      >
        <Stack gap="xs" mt="xs">
          {candidates.map((one) => (
            <Radio key={one.id} value={one.id} label={<Candidate transaction={one} />} />
          ))}
        </Stack>
      </Radio.Group>
    </ChangeForm>
  );
}

function Candidate({ transaction }: { readonly transaction: Transaction }) {
  const day = dayOf(transaction);
  return (
    <>
      {day === null ? 'No date' : dayText(day)} ·{' '}
      <ForeignText text={payeeOf(transaction) || 'Without a name'} /> ·{' '}
      <Money amount={transaction.amount} currency={transaction.currency} />
      {transaction.booked === 'true' ? '' : ' · pending'}
    </>
  );
}
