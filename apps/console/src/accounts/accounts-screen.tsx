import { Button, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { FinancialConnection } from '@tributary/client';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { $api } from '../api/api';
import { Nothing } from '../elements/nothing';
import { Page } from '../elements/page';
import { allOf } from '../api/reading';
import { QueryState } from '../elements/queries/query-state';
import { ScreenButton } from '../elements/screen-link';
import { Section } from '../elements/section';
import { AddAccount } from './add-account';
import { ConnectionSection } from './connections/connection-section';
import { AccountsTable } from './accounts-table';

const route = getRouteApi('/accounts');
const SEARCH_DELAY_MS = 250;

/** Every account, by institution. */
export function AccountsScreen() {
  const [isAdding, { open, close }] = useDisclosure();
  return (
    <Page
      title="Accounts"
      actions={
        <>
          <ScreenButton variant="default" to="/imports">
            Import a file
          </ScreenButton>
          <Button variant="default" onClick={open}>
            Add by hand
          </Button>
          <ScreenButton to="/connect" leftSection={<Plus size={16} aria-hidden />}>
            Connect a bank
          </ScreenButton>
        </>
      }
    >
      <Institutions />
      <AddAccount isOpen={isAdding} close={close} />
    </Page>
  );
}

function Institutions() {
  const connections = $api.useQuery('get', '/finance/connections', {
    params: { query: { 'page[size]': 100, include: ['institution'] } },
  });
  const manual = $api.useQuery('get', '/finance/accounts', {
    params: { query: { 'page[size]': 1, 'filter[integrator]': 'MANUAL' } },
  });
  return (
    <QueryState query={allOf(connections, manual)} rows={8}>
      {([{ data: all }, { data: manualAccounts }]) => {
        const shown = all.filter(hasBegun);
        if (shown.length + manualAccounts.length === 0) return <NoAccounts />;
        return (
          <Stack gap="md">
            <AccountSearch />
            {shown.map((connection) => (
              <ConnectionSection key={connection.id} connection={connection} />
            ))}
            {manualAccounts.length > 0 && <ManualSection />}
          </Stack>
        );
      }}
    </QueryState>
  );
}

function NoAccounts() {
  return (
    <Nothing title="No accounts yet" action={<ScreenButton to="/connect">Connect a bank</ScreenButton>}>
      Connect a bank or a broker, and its accounts appear here. Cash and banks that are not offered can be
      added by hand.
    </Nothing>
  );
}

/** Whether the connection ever had an account: a refused consent leaves one behind that never had. */
function hasBegun({ status, setup_pending: isPending }: FinancialConnection): boolean {
  return status !== 'PENDING' || isPending;
}

function AccountSearch() {
  const { text = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(text);
  const search = useDebouncedCallback((wanted: string) => {
    void navigate({ search: wanted === '' ? {} : { text: wanted }, replace: true });
  }, SEARCH_DELAY_MS);
  return (
    <TextInput
      type="search"
      maw={360}
      label="Find an account"
      placeholder="Part of its name"
      leftSection={<Search size={16} aria-hidden />}
      value={typed}
      maxLength={100}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        search(value);
      }}
    />
  );
}

/** The accounts that no institution lists. */
function ManualSection() {
  return (
    <Section title="Kept by hand">
      <AccountsTable
        listName="MANUAL"
        institution="Kept by hand"
        filter={{ 'filter[integrator]': 'MANUAL' }}
        none="No account is kept by hand."
      />
    </Section>
  );
}
