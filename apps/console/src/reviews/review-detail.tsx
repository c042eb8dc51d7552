import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { SettlementReview } from '@tributary/client';
import { $api } from '../api/api';
import { Day } from '../elements/dates/day';
import { ForeignText } from '../elements/foreign-text';
import { Money } from '../elements/money/money';
import { ScreenLink } from '../elements/screen-link';
import { Status, type StatusWords } from '../elements/status';
import { DataTable, type Column } from '../elements/tables/data-table';
import { FileName, ImportReviews } from './import-reviews';
import {
  areBothBooked,
  decisionsFor,
  evidenceOf,
  STATUS_WORDS,
  wordsOf,
  type Decision,
  type Evidence,
} from './review-words';

interface ReviewDetailProps {
  readonly review: SettlementReview;
  readonly isPending: boolean;
  readonly decide: (decision: Decision) => void;
}

/** The two entries side by side, what speaks for and against them being one, and the decision. */
export function ReviewDetail({ review, isPending, decide }: ReviewDetailProps) {
  const { pending, booked, currency, status, origin, file_import_id: importId } = review;
  const words = wordsOf(origin);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {words.question}
        </Title>
        <Status {...STATUS_WORDS[status]} />
      </Group>
      <Text size="sm">{words.explained}</Text>
      <AccountLine accountId={review.financial_account_id} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {areBothBooked(origin) && <Entry title={words.booked} side={booked} currency={currency} />}
        <Entry title={words.pending} side={pending} currency={currency} importId={importId} />
        {!areBothBooked(origin) && <Entry title={words.booked} side={booked} currency={currency} />}
      </SimpleGrid>
      <DataTable
        label="The evidence"
        caption="The evidence"
        columns={EVIDENCE_COLUMNS}
        rows={evidenceOf(review)}
        keyOf={({ about }) => about}
        minWidth={460}
      />
      <Decisions review={review} isPending={isPending} decide={decide} />
      {status === 'OPEN' && importId !== null && <ImportReviews importId={importId} atLeast={2} />}
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
  /** The import of the file that it came from. */
  readonly importId?: string | null;
}

function Entry({ title, side, currency, importId = null }: EntryProps) {
  const { amount, date, name, provider_key, transaction_id } = side;
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
        {importId !== null && <FileName importId={importId} />}
        {transaction_id !== null && (
          <ScreenLink size="sm" to={`/transactions/${transaction_id}`}>
            {`Transaction ${transaction_id}`}
          </ScreenLink>
        )}
      </Stack>
    </Paper>
  );
}

const SPEAKS: StatusWords<Evidence['speaks']> = {
  for: { kind: 'good', label: 'For one' },
  against: { kind: 'warning', label: 'For two' },
  neither: { kind: 'paused', label: 'Says little' },
};

const EVIDENCE_COLUMNS: readonly Column<Evidence>[] = [
  { title: 'Compared', cell: ({ about }) => about },
  { title: 'Found', cell: ({ words }) => words },
  { title: 'Speaks', cell: ({ speaks }) => <Status {...SPEAKS[speaks]} /> },
];

function Decisions({ review: { status, origin }, isPending, decide }: ReviewDetailProps) {
  const possible = decisionsFor(status);
  const words = wordsOf(origin);
  return (
    <Group>
      {possible.includes('accept') && (
        <Button loading={isPending} onClick={() => decide('accept')} aria-keyshortcuts="a">
          {words.accept}
        </Button>
      )}
      {possible.includes('dismiss') && (
        <Button variant="default" loading={isPending} onClick={() => decide('dismiss')} aria-keyshortcuts="d">
          {words.dismiss}
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
