import { MultiSelect } from '@mantine/core';
import { useAccounts } from './use-accounts';

interface AccountsInputProps {
  readonly label: string;
  readonly description: string;
  readonly value: string[];
  /** The accounts to choose from. Null: all. */
  readonly among: readonly string[] | null;
  readonly onChange: (accountIds: string[]) => void;
  readonly error?: string | undefined;
}

/** Chooses accounts by their names. */
export function AccountsInput({ label, description, value, among, onChange, error }: AccountsInputProps) {
  const accounts = useAccounts();
  const offered = (accounts.data ?? []).filter(({ id }) => among?.includes(id) ?? true);
  return (
    <MultiSelect
      label={label}
      description={description}
      data={offered.map(({ id, display_name, name }) => ({ value: id, label: display_name || name }))}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Choose no account' }}
      error={accounts.isError ? 'The accounts could not be read.' : error}
    />
  );
}
