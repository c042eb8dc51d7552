import { Group, Select, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { RuleLog } from '@tributary/client';
import { $api } from '../api/api';
import { useAllRules } from '../api/all-pages';
import { choicesOf, valueIn } from '../elements/forms/choices';
import { Nothing } from '../elements/nothing';
import { Page } from '../elements/page';
import { Pages } from '../elements/pages';
import { QueryState } from '../elements/queries/query-state';
import { ScreenLink } from '../elements/screen-link';
import { RuleLogs } from './rule-logs';
import type { LogsSearch } from './search';

const ROWS = 50;
const route = getRouteApi('/rule-logs');

/** The changes that rules made, newest first; each can be undone, or several together. */
export function RuleLogsScreen() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { rule_id, transaction_id, kind, page = 1 } = search;
  const logs = $api.useQuery('get', '/rule-logs', {
    params: {
      query: {
        'page[size]': ROWS,
        'page[number]': page,
        include: ['rule'],
        ...(rule_id === undefined ? {} : { 'filter[rule_id]': rule_id }),
        ...(transaction_id === undefined ? {} : { 'filter[transaction_id]': transaction_id }),
        ...(kind === undefined ? {} : { 'filter[kind]': kind }),
      },
    },
  });
  return (
    <Page title="Rule logs">
      <Filters search={search} />
      <QueryState query={logs} rows={8} empty={<NoLogs />}>
        {({ data, meta }) => (
          <>
            <RuleLogs key={JSON.stringify(search)} logs={data} />
            <Pages
              total={meta.last_page}
              page={page}
              onChange={(to) => void navigate({ to: '/rule-logs', search: { ...search, page: to } })}
            />
          </>
        )}
      </QueryState>
    </Page>
  );
}

function NoLogs() {
  return (
    <Nothing title="No logs">
      Nothing here was changed by a rule. Logs appear as soon as a rule changes a transaction.
    </Nothing>
  );
}

const KIND_WORDS: Readonly<Record<RuleLog['kind'], string>> = {
  APPLIED: 'Changes',
  UNDONE: 'Reversals',
  FAILED: 'Failures',
};

function Filters({ search }: { readonly search: LogsSearch }) {
  const navigate = useNavigate();
  const rules = useAllRules();
  const set = (change: LogsSearch) =>
    void navigate({ to: '/rule-logs', search: { ...search, ...change, page: undefined } });
  return (
    <Group align="flex-end">
      <Select
        label="Rule"
        placeholder="All rules"
        data={(rules.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={search.rule_id ?? null}
        onChange={(id) => set({ rule_id: id ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All rules' }}
      />
      <Select
        label="Kind"
        placeholder="All kinds"
        data={choicesOf(KIND_WORDS)}
        value={search.kind ?? null}
        onChange={(kind) => set({ kind: valueIn(KIND_WORDS, kind) })}
        clearable
        clearButtonProps={{ 'aria-label': 'All kinds' }}
      />
      {search.transaction_id !== undefined && (
        <Text size="sm" pb={8}>
          Of{' '}
          <ScreenLink to={`/transactions/${search.transaction_id}`}>
            transaction {search.transaction_id}
          </ScreenLink>
        </Text>
      )}
    </Group>
  );
}
