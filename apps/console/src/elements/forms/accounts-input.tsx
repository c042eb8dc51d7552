import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAllAccounts } from '../../api/all-pages';

interface AccountsInputProps {
  readonly label: string;
  readonly description: string;
  /** The accounts to choose from. Null: all. */
  readonly offered?: readonly string[] | null;
  readonly value?: string[];
  readonly onChange?: (accountIds: string[]) => void;
  readonly error?: ReactNode;
}

/** Chooses accounts by their names; takes what Mantine's `getInputProps` gives. */
export function AccountsInput({ offered = null, error, ...input }: AccountsInputProps) {
  const accounts = useAllAccounts();
  const choices = (accounts.data ?? []).filter(({ id }) => offered?.includes(id) ?? true);
  return (
    <MultiSelect
      {...input}
      data={choices.map(({ id, display_name, name }) => ({ value: id, label: display_name || name }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Choose no account' }}
      error={accounts.isError ? 'The accounts could not be read.' : error}
    />
  );
}
