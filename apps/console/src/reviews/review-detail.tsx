import { Button, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import type { SettlementReview } from '@tributary/client';
import { $api } from '../api/api';
import { Day } from '../elements/day';
import { ForeignText } from '../elements/foreign-text';
import { Money } from '../elements/money';
import { ScreenLink } from '../elements/screen-link';
import { Status, type StatusKind } from '../elements/status';
import { decisionsFor, evidenceOf, STATUS_WORDS, type Decision, type Evidence } from './review-words';

interface ReviewDetailProps {
  readonly review: SettlementReview;
  readonly isPending: boolean;
  readonly decide: (decision: Decision) => void;
}

/** The two entries side by side, what speaks for and against them being one, and the decision. */
export function ReviewDetail({ review, isPending, decide }: ReviewDetailProps) {
  const { pending, booked, currency, status } = review;
  const { kind, label } = STATUS_WORDS[status];
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} size="h4">
          The two entries
        </Title>
        <Status kind={kind} label={label} />
      </Group>
      <AccountLine accountId={review.financial_account_id} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Entry title="Pending" side={pending} currency={currency} />
        <Entry title="Booked" side={booked} currency={currency} />
      </SimpleGrid>
      <EvidenceTable review={review} />
      <Decisions status={status} isPending={isPending} decide={decide} />
    </Stack>
  );
}

function AccountLine({ accountId }: { readonly accountId: string }) {
  const account = $api.useQuery('get', '/finance/accounts/{accountId}', { params: { path: { accountId } } });
  const { custom_name: own, display_name: given } = account.data?.data ?? {};
  const name = own || given || `Account ${accountId}`;
  return (
    <Text size="sm">
      {'Account '}
      <ScreenLink to={`/accounts/${accountId}`}>
        <ForeignText text={name} />
      </ScreenLink>
    </Text>
  );
}

interface EntryProps {
  readonly title: string;
  readonly side: SettlementReview['pending'];
  readonly currency: string;
}

function Entry({ title, side: { amount, date, name, provider_key, transaction_id }, currency }: EntryProps) {
  return (
    <Paper component="section" aria-label={title}>
      <Stack gap={4}>
        <Title order={3} size="h5">
          {title}
        </Title>
        <Text fw={600}>
          <Money amount={amount} currency={currency} />
        </Text>
        <Text size="sm">{name === null ? 'Without a name' : <ForeignText text={name} />}</Text>
        <Text size="sm">{date === null ? 'Without a day' : <Day day={date} />}</Text>
        {provider_key !== null && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <ForeignText text={provider_key} />
          </Text>
        )}
        {transaction_id !== null && (
          <ScreenLink size="sm" to={`/transactions/${transaction_id}`}>
            {`Transaction ${transaction_id}`}
          </ScreenLink>
        )}
      </Stack>
    </Paper>
  );
}

const SPEAKS: Readonly<Record<Evidence['speaks'], { readonly kind: StatusKind; readonly label: string }>> = {
  for: { kind: 'good', label: 'For one' },
  against: { kind: 'warning', label: 'For two' },
  neither: { kind: 'paused', label: 'Says little' },
};

function EvidenceTable({ review }: { readonly review: SettlementReview }) {
  return (
    <Table.ScrollContainer minWidth={460} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Caption>The evidence</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Compared</Table.Th>
            <Table.Th>Found</Table.Th>
            <Table.Th>Speaks</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {evidenceOf(review).map(({ about, words, speaks }) => (
            <Table.Tr key={about}>
              <Table.Td>{about}</Table.Td>
              <Table.Td>{words}</Table.Td>
              <Table.Td>
                <Status {...SPEAKS[speaks]} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type DecisionsProps = Pick<ReviewDetailProps, 'isPending' | 'decide'> & Pick<SettlementReview, 'status'>;

function Decisions({ status, isPending, decide }: DecisionsProps) {
  const possible = decisionsFor(status);
  return (
    <Group>
      {possible.includes('accept') && (
        <Button loading={isPending} onClick={() => decide('accept')} aria-keyshortcuts="a">
          Accept: they are one
        </Button>
      )}
      {possible.includes('dismiss') && (
        <Button variant="default" loading={isPending} onClick={() => decide('dismiss')} aria-keyshortcuts="d">
          Dismiss: they are two
        </Button>
      )}
      {possible.includes('undo') && (
        <Button variant="default" loading={isPending} onClick={() => decide('undo')} aria-keyshortcuts="u">
          Undo
        </Button>
      )}
    </Group>
  );
}
