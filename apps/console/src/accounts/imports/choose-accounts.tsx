import { Button, Group, Select, Stack, Text, TextInput, Alert } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FileImport } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../../api/api';
import { ForeignText } from '../../elements/foreign-text';
import { useChange } from '../../elements/changes/use-change';
import { Section } from '../../elements/section';
import { currencyChoices, usualCurrency } from './currencies';
import { accountName } from './import-words';
import { balanceText, gapTexts } from './balance-words';

const NEW = 'new';

type FileAccount = FileImport['accounts'][number];

interface OwnAccount {
  readonly id: string;
  readonly label: string;
  readonly currency: string;
}

/** Chooses the account for the entries of each account of the file. */
export function ChooseAccounts({ shown: { id, accounts } }: { readonly shown: FileImport }) {
  const read = $api.useQuery('get', '/finance/accounts', { params: { query: { 'page[size]': 100 } } });
  const own = (read.data?.data ?? []).map((one) => ({
    id: one.id,
    label: one.display_name ?? `Account ${one.id}`,
    currency: one.currency,
  }));
  return (
    <Section title="Accounts">
      {accounts.map((account) => (
        <ChooseAccount key={account.key} importId={id} account={account} own={own} />
      ))}
    </Section>
  );
}

interface ChooseAccountProps {
  readonly importId: string;
  readonly account: FileAccount;
  readonly own: readonly OwnAccount[];
}

function ChooseAccount({ importId, account, own }: ChooseAccountProps) {
  const [isNew, setNew] = useState(account.new_account !== null);
  const change = useChange('patch', '/finance/imports/{importId}', { done: 'Account chosen' });
  const send = (choice: object) =>
    change.mutate({
      params: { path: { importId } },
      body: { accounts: [{ key: account.key, ...choice }] },
    });
  const choose = (chosen: string | null) => {
    setNew(chosen === NEW);
    if (chosen !== null && chosen !== NEW) send({ financial_account_id: chosen });
  };
  const proposed = own.find(({ id }) => id === account.proposed_account_id);
  const isOpen = account.financial_account_id === null && !isNew;
  return (
    <Stack gap="xs">
      <Select
        maw={420}
        label={accountName(account)}
        description={`${account.entries} entries, ${account.first_day ?? '?'} to ${account.last_day ?? '?'}`}
        placeholder="Choose an account"
        allowDeselect={false}
        data={[
          ...own.map(({ id, label }) => ({ value: id, label })),
          { value: NEW, label: 'A new account, kept by hand' },
        ]}
        value={isNew ? NEW : account.financial_account_id}
        onChange={choose}
      />
      {isOpen && proposed !== undefined && (
        <Proposal label={proposed.label} isSending={change.isPending} onUse={() => choose(proposed.id)} />
      )}
      {isNew && (
        <NewAccount
          account={account}
          own={own}
          isSending={change.isPending}
          onSend={(made) => send({ new_account: made })}
        />
      )}
      <ImportBalances balances={account.balances} />
    </Stack>
  );
}

interface ProposalProps {
  readonly label: string;
  readonly isSending: boolean;
  readonly onUse: () => void;
}

function Proposal({ label, isSending, onUse }: ProposalProps) {
  return (
    <Group gap="sm">
      <Text size="sm">
        The file does not say which account it is of. The last file with this layout went to{' '}
        <ForeignText text={label} />.
      </Text>
      <Button size="xs" variant="default" loading={isSending} onClick={onUse}>
        {`Use ${label}`}
      </Button>
    </Group>
  );
}

interface NewAccountProps {
  readonly account: FileAccount;
  readonly own: readonly OwnAccount[];
  readonly isSending: boolean;
  readonly onSend: (made: NonNullable<FileAccount['new_account']>) => void;
}

/** An account that applying the import adds. */
function NewAccount({ account, own, isSending, onSend }: NewAccountProps) {
  const { new_account: made, suggested_name: name, suggested_currency: currency } = account;
  const form = useForm({
    initialValues: {
      name: made?.name ?? name ?? account.iban ?? account.number ?? '',
      currency: made?.currency ?? currency ?? usualCurrency(own) ?? '',
    },
    validate: {
      name: (text) => (text.trim() === '' ? 'Give the account a name' : null),
      currency: (code) => (code === '' ? 'Choose the currency of the account' : null),
    },
  });
  return (
    <form onSubmit={form.onSubmit(onSend)}>
      <Group align="flex-end" gap="sm">
        <TextInput label="Name of the new account" maxLength={255} {...form.getInputProps('name')} />
        <Select
          label="Its currency"
          searchable
          allowDeselect={false}
          data={currencyChoices(form.values.currency)}
          {...form.getInputProps('currency')}
        />
        <Button type="submit" variant="default" loading={isSending}>
          {made === null ? 'Use this new account' : 'Change the new account'}
        </Button>
      </Group>
    </form>
  );
}

type Balances = FileImport['accounts'][number]['balances'];

/** The balances that the file states of an account, and whether its rows lead from one to the other. */
function ImportBalances({ balances }: { readonly balances: Balances }) {
  if (balances === null) return null;
  if (balances.adds_up !== false) return <Text size="sm">{balanceText(balances)}</Text>;
  return (
    <Alert color="yellow" title="The rows do not add up to the balance">
      <Text size="sm">{balanceText(balances)}</Text>
      {gapTexts(balances).map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </Alert>
  );
}
