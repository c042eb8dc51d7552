import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { $api, client } from '../../api/api';
import { dayText } from '../../elements/dates';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Money } from '../../elements/money';
import { Problem } from '../../elements/problem';
import { useChange } from '../../elements/use-change';
import { dayOf, payeeOf, type Transaction } from '../transaction';

interface MergeFormProps {
  readonly transaction: Transaction;
  readonly onDone: () => void;
}

/** How far from it in time a duplicate is looked for. */
const DAYS = 14;
const CANDIDATES_MAX = 50;

/** Chooses the other transaction, which goes. */
export function MergeForm({ transaction, onDone }: MergeFormProps) {
  const [other, setOther] = useState('');
  const candidates = $api.useQuery('get', '/finance/transactions', {
    params: { query: candidatesQuery(transaction) },
  });
  const params = { path: { transactionId: transaction.id } };
  const merge = useChange('post', '/finance/transactions/{transactionId}/merge', {
    done: 'Transactions merged',
    isErrorShown: true,
    undo: () => client.DELETE('/finance/transactions/{transactionId}/merge', { params }),
    onSuccess: onDone,
  });
  if (candidates.isPending) return <Loading rows={3} />;
  if (candidates.isError) return <Problem error={candidates.error} retry={candidates.refetch} />;
  const others = candidates.data.data.filter(({ id }) => id !== transaction.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    merge.mutate({ params, body: { transaction_id: other } });
  };
  if (others.length === 0) {
    return <Text size="sm">The account has no other transaction within {DAYS} days with the same sign.</Text>;
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
            {others.map((one) => (
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

/** Those of the account nearby with the same sign: a pending one may have another amount. */
function candidatesQuery(transaction: Transaction) {
  const day = dayOf(transaction);
  const isOutflow = transaction.amount.startsWith('-');
  return {
    'filter[financial_account_id]': transaction.financial_account_id,
    ...(isOutflow ? { 'filter[amount_max]': '0' } : { 'filter[amount_min]': '0' }),
    ...(day === null
      ? {}
      : {
          'filter[value_date_after]': dayAway(day, -DAYS),
          'filter[value_date_before]': dayAway(day, DAYS),
        }),
    'page[size]': CANDIDATES_MAX,
  };
}

function dayAway(day: string, days: number): string {
  return new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
