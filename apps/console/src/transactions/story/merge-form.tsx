import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { $api, client } from '../../api/api';
import { dayText } from '../../elements/dates/dates';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Money } from '../../elements/money/money';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { dayOf, payeeOf, type Transaction } from '../transaction';
import { candidateQueries, MERGE_DAYS, mergeableOf } from './merge-candidates';

interface MergeFormProps {
  readonly transaction: Transaction;
  readonly onDone: () => void;
}

/** Chooses the other transaction, which goes. */
export function MergeForm({ transaction, onDone }: MergeFormProps) {
  const [other, setOther] = useState('');
  const [equal, otherStatus] = candidateQueries(transaction);
  const equals = $api.useQuery('get', '/finance/transactions', { params: { query: equal } });
  const others = $api.useQuery('get', '/finance/transactions', { params: { query: otherStatus } });
  const params = { path: { transactionId: transaction.id } };
  const merge = useChange('post', '/finance/transactions/{transactionId}/merge', {
    done: 'Transactions merged',
    isErrorShown: true,
    undo: () => client.DELETE('/finance/transactions/{transactionId}/merge', { params }),
    onSuccess: onDone,
  });
  if (equals.isPending || others.isPending) return <Loading rows={3} />;
  if (equals.isError) return <Problem error={equals.error} retry={equals.refetch} />;
  if (others.isError) return <Problem error={others.error} retry={others.refetch} />;
  const candidates = mergeableOf(transaction, [equals.data.data, others.data.data]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    merge.mutate({ params, body: { transaction_id: other } });
  };
  if (candidates.length === 0) {
    return (
      <Text size="sm">
        Within {MERGE_DAYS} days the account has no other transaction that can be merged with this one: two
        booked ones need the same amount, a pending and a booked one the same sign.
      </Text>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {merge.isError && <Problem error={merge.error} />}
        <Radio.Group
          label="Which one goes?"
          description="This transaction keeps its id and shows the booked entry. What you set on both is kept."
          value={other}
          onChange={setOther}
        >
          <Stack gap="xs" mt="xs">
            {candidates.map((one) => (
              <Radio key={one.id} value={one.id} label={<Candidate transaction={one} />} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={other === ''} loading={merge.isPending}>
            Merge
          </Button>
        </Group>
      </Stack>
    </form>
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
