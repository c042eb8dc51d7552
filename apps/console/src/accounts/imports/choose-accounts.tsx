import { Select } from '@mantine/core';
import type { FileImport } from '@tributary/client';
import { $api } from '../../api/api';
import { useChange } from '../../elements/use-change';
import { Section } from '../section';
import { accountName } from './import-words';

const NEW = 'new';
const CURRENCY = 'EUR';

/** Where the entries of each account of the file go. */
export function ChooseAccounts({ shown: { id, accounts } }: { readonly shown: FileImport }) {
  const own = $api.useQuery('get', '/finance/accounts', { params: { query: { 'page[size]': 100 } } });
  const change = useChange('patch', '/finance/imports/{importId}', { done: 'Account chosen' });
  const options = (own.data?.data ?? []).map((one) => ({
    value: one.id,
    label: one.display_name ?? `Account ${one.id}`,
  }));
  const choose = (account: FileImport['accounts'][number], chosen: string | null) => {
    if (chosen === null) return;
    const choice =
      chosen === NEW
        ? { new_account: { name: accountName(account), currency: account.currency ?? CURRENCY } }
        : { financial_account_id: chosen };
    change.mutate({
      params: { path: { importId: id } },
      body: { accounts: [{ key: account.key, ...choice }] },
    });
  };
  return (
    <Section title="Accounts">
      {accounts.map((account) => (
        <Select
          key={account.key}
          maw={420}
          label={accountName(account)}
          description={`${account.entries} entries, ${account.first_day ?? '?'} to ${account.last_day ?? '?'}`}
          placeholder="Choose an account"
          allowDeselect={false}
          data={[...options, { value: NEW, label: 'A new account, kept by hand' }]}
          value={account.financial_account_id ?? (account.new_account ? NEW : null)}
          onChange={(chosen) => choose(account, chosen)}
        />
      ))}
    </Section>
  );
}
