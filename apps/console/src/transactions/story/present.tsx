import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Day } from '../../elements/dates/day';
import { ForeignText } from '../../elements/foreign-text';
import { Money } from '../../elements/money/money';
import { ScreenLink } from '../../elements/screen-link';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import { client } from '../../api/api';
import {
  changeBody,
  FIELD_NAMES,
  fieldOf,
  isEdited,
  undoingChanges,
  valueOf,
  type FieldName,
} from '../fields/fields';
import { marksOf, type Transaction } from '../transaction';
import { useAccountNames } from '../../api/all-pages';
import { Facts } from './facts';

interface PresentProps {
  readonly transaction: Transaction;
  readonly isGone: boolean;
}

/** Shows the transaction's values, and marks those that the user has set. */
export function Present({ transaction, isGone }: PresentProps) {
  const { amount, currency } = transaction;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fz="xl" fw={650}>
          <Money amount={amount} currency={currency} isColoured />
        </Text>
        {marksOf(transaction).map((mark) => (
          <Badge key={mark} variant="light" tt="none">
            {mark}
          </Badge>
        ))}
        {isEdited(transaction, 'amount') && <Own transaction={transaction} name="amount" isGone={isGone} />}
      </Group>
      <PresentValues transaction={transaction} isGone={isGone} />
    </Stack>
  );
}

function PresentValues({ transaction, isGone }: PresentProps) {
  const accounts = useAccountNames();
  const { financial_account_id: accountId, split, split_of: whole } = transaction;
  const fields = FIELD_NAMES.filter((name) => valueOf(transaction, name) !== '' && name !== 'amount');
  return (
    <Facts
      label="Present values"
      facts={[
        {
          label: 'Account',
          value: (
            <ScreenLink to={`/accounts/${accountId}`}>
              <ForeignText text={accounts.get(accountId) ?? `Account ${accountId}`} />
            </ScreenLink>
          ),
        },
        ...fields.map((name) => ({
          label: fieldOf(name).label,
          value: <Value name={name} value={valueOf(transaction, name)} />,
          note: isEdited(transaction, name) && <Own transaction={transaction} name={name} isGone={isGone} />,
        })),
        ...(whole === undefined ? [] : [{ label: 'Part of', value: <Parts ids={[whole]} /> }]),
        ...(split === undefined ? [] : [{ label: 'Parts', value: <Parts ids={split.parts} /> }]),
        { label: 'Arrived', value: <When at={transaction.created_at} /> },
        { label: 'Last changed', value: <When at={transaction.updated_at} /> },
      ]}
    />
  );
}

function Parts({ ids }: { readonly ids: readonly string[] }) {
  return (
    <Group gap="xs">
      {ids.map((id) => (
        <ScreenLink key={id} to={`/transactions/${id}`}>
          Transaction {id}
        </ScreenLink>
      ))}
    </Group>
  );
}

/** A field's value as people read it. */
export function Value({ name, value }: { readonly name: FieldName; readonly value: string }) {
  switch (fieldOf(name).kind) {
    case 'day':
      return <Day day={value} />;
    case 'flag':
      return value === 'true' ? 'Yes' : 'No';
    case 'text':
    case 'amount':
      return <ForeignText text={value} />;
  }
}

interface OwnProps extends PresentProps {
  readonly name: FieldName;
}

/** Says that the user has set the field, and releases it. */
function Own({ transaction, name, isGone }: OwnProps) {
  const { label } = fieldOf(name);
  const release = useChange('put', '/finance/transactions/{transactionId}', {
    done: `${label} released`,
    undo: () =>
      client.PUT('/finance/transactions/{transactionId}', {
        params: { path: { transactionId: transaction.id } },
        body: undoingChanges(transaction, [name]),
      }),
  });
  return (
    <Group gap="xs" mt={2}>
      <Text size="xs" c="dimmed">
        Set by you
      </Text>
      {!isGone && (
        <Button
          size="compact-xs"
          mih={24}
          variant="default"
          aria-label={`Release ${label}`}
          loading={release.isPending}
          onClick={() =>
            release.mutate({
              params: { path: { transactionId: transaction.id } },
              body: changeBody({ [name]: null }),
            })
          }
        >
          Release
        </Button>
      )}
    </Group>
  );
}
