import { Text } from '@mantine/core';
import { useAllAccounts } from '../../api/all-pages';

interface ExtentProps {
  /** Null: all. */
  readonly scopes: readonly string[] | null;
  readonly accountIds: readonly string[] | null;
}

/** The scopes and accounts of a token or a grant, in words. */
export function Extent({ scopes, accountIds }: ExtentProps) {
  const accounts = useAllAccounts();
  const names = accountIds?.map((id) => {
    const account = accounts.data?.find((one) => one.id === id);
    return account === undefined ? `account ${id}` : account.display_name || account.name;
  });
  return (
    <>
      <Text size="xs">{scopes === null ? 'everything' : scopes.join(', ')}</Text>
      <Text size="xs" c="dimmed">
        {names === undefined ? 'all accounts' : names.length === 0 ? 'no account' : names.join(', ')}
      </Text>
    </>
  );
}
