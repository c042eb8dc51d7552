import { Alert, Group, Paper, Table, Text } from '@mantine/core';
import type { RulePreview } from '@tributary/client';
import { isOutflow } from '@tributary/money';
import { Day } from '../../elements/dates/day';
import { ForeignText } from '../../elements/foreign-text';
import { Money } from '../../elements/money/money';
import { ScreenLink } from '../../elements/screen-link';
import { ValueChange } from '../value-change';

interface MatchProps {
  readonly match: RulePreview['matches'][number];
}

/** Shows a transaction before and after the rules: the fields that differ. */
export function MatchDiff({ match }: MatchProps) {
  const { transaction } = match.before;
  const { booking_date, amount, currency } = transaction;
  const isOutgoing = isOutflow(amount);
  const party = (isOutgoing ? transaction.creditor?.name : transaction.debtor?.name) ?? '';
  const title = transaction.mapped_fields.payee ?? party;
  return (
    <Paper p="xs">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={600} component="div">
          <ScreenLink to={`/transactions/${match.transaction_id}`} c="inherit">
            <ForeignText text={title === '' ? `Transaction ${match.transaction_id}` : title} />
          </ScreenLink>
        </Text>
        <Text size="sm">
          <Money amount={amount} currency={currency ?? null} />
        </Text>
      </Group>
      <Text size="xs" c="dimmed" component="div">
        {booking_date && <Day day={booking_date} />}
        {match.transfer_link_id !== null && <> · at link {match.transfer_link_id}</>}
      </Text>
      {match.error !== null && (
        <Alert color="red" mt="xs" p="xs" title="The rule fails on this transaction">
          {match.error}
        </Alert>
      )}
      {match.changes.length === 0 && match.error === null ? (
        <Text size="xs" mt={4}>
          Matches; nothing changes.
        </Text>
      ) : (
        <Changes match={match} />
      )}
    </Paper>
  );
}

function Changes({ match }: MatchProps) {
  return (
    <Table.ScrollContainer minWidth={280}>
      <Table fz="xs" verticalSpacing={2}>
        <Table.Tbody>
          {match.changes.map(({ field_name, previous_value, new_value }) => (
            <Table.Tr key={field_name ?? ''}>
              <Table.Th scope="row" w="40%" fw={500}>
                {field_name ?? 'transfer'}
              </Table.Th>
              <Table.Td>
                <ValueChange from={previous_value} to={new_value} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
