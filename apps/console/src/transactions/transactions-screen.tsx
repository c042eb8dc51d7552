import { Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { useMemo, useState } from 'react';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Page } from '../elements/page';
import { Problem } from '../elements/problems/problem';
import { ScreenButton } from '../elements/screen-link';
import { BulkBar } from './list/bulk-bar';
import { FilterBar } from './filters/filter-bar';
import { SavedViews } from './filters/saved-views';
import { chipsOf, exportUrl, listQueryOf, orderOf, sortedBy, SORTS, type Sort } from './filters/search';
import type { TransactionsSearch } from './filters/search';
import { TransactionList } from './list/transaction-list';
import { useAccountNames } from '../api/all-pages';
import { pageOptions } from './list/use-rows';
import { useSelection } from './list/use-selection';

const route = getRouteApi('/transactions');

/** Every transaction, found by search and filters, changed alone or together, and exported. */
export function TransactionsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: TransactionsSearch) => void navigate({ search: next, replace: true });
  return (
    <Page
      title="Transactions"
      actions={
        <>
          <SavedViews search={search} onOpen={change} />
          <Button
            component="a"
            href={exportUrl(search)}
            download="transactions.csv"
            variant="default"
            size="xs"
            leftSection={<Download size={14} aria-hidden />}
          >
            Export as CSV
          </Button>
        </>
      }
    >
      <FilterBar search={search} onChange={change} />
      <Found search={search} onChange={change} />
    </Page>
  );
}

interface FoundProps {
  readonly search: TransactionsSearch;
  readonly onChange: (search: TransactionsSearch) => void;
}

/** The matching transactions. The last result stays while the next one is being read. */
function Found({ search, onChange }: FoundProps) {
  const wanted = useMemo(() => listQueryOf(search), [search]);
  const first = useQuery(pageOptions(wanted, 1));
  const [last, setLast] = useState<typeof wanted | null>(null);
  if (first.isSuccess && last !== wanted) setLast(wanted);
  const shown = first.isSuccess ? wanted : last;
  const total = useQuery({ ...pageOptions(shown ?? wanted, 1), enabled: shown !== null }).data?.meta.total;
  const selection = useSelection(shown ?? wanted);
  const accountNames = useAccountNames();

  if (first.isError) return <Problem error={first.error} retry={first.refetch} />;
  if (shown === null || total === undefined) return <Loading rows={12} />;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {countText(total)}
        </Text>
        <Order search={search} onChange={onChange} />
      </Group>
      <BulkBar selection={selection} total={total} />
      {total === 0 ? (
        <NothingFound search={search} onChange={onChange} />
      ) : (
        <TransactionList
          key={JSON.stringify(shown)}
          query={shown}
          search={search}
          onSort={(column) => onChange({ ...search, sort: sortedBy(search, column) })}
          total={total}
          accountNames={accountNames}
          selection={selection}
          isStale={shown !== wanted}
        />
      )}
    </>
  );
}

function Order({ search, onChange }: FoundProps) {
  const order = orderOf(search);
  return (
    <Select
      size="xs"
      aria-label="Order"
      w="13rem"
      allowDeselect={false}
      data={Object.entries(SORTS).flatMap(([sort, label]) => [
        { value: `-${sort}`, label: `${label}, descending` },
        { value: sort, label: `${label}, ascending` },
      ])}
      value={order}
      onChange={(value) => onChange({ ...search, sort: (value ?? order) as Sort })}
    />
  );
}

function NothingFound({ search, onChange }: FoundProps) {
  const isFiltered = chipsOf(search).length > 0 || search.search !== undefined;
  if (isFiltered) {
    return (
      <Nothing
        title="No transaction matches"
        action={
          <Button variant="default" onClick={() => onChange({})}>
            Remove all filters
          </Button>
        }
      >
        Remove a filter or search for other words.
      </Nothing>
    );
  }
  return (
    <Nothing title="No transactions yet" action={<ScreenButton to="/connect">Connect a bank</ScreenButton>}>
      Transactions appear here once a bank is connected and its first sync is done.
    </Nothing>
  );
}

function countText(total: number): string {
  const count = new Intl.NumberFormat(navigator.language).format(total);
  return total === 1 ? '1 transaction' : `${count} transactions`;
}
