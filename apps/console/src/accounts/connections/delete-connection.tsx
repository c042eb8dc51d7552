import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import type { FinancialConnection } from '@tributary/client';
import { $api } from '../../api/api';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { connectionName } from './connection-name';
import type { DialogProps } from '../dialog';

interface DeleteConnectionProps extends DialogProps {
  readonly connection: FinancialConnection;
  readonly onDeleted?: () => void;
}

/** Says what goes with a connection before it is deleted. */
export function DeleteConnection({ connection, isOpen, close, onDeleted }: DeleteConnectionProps) {
  const remove = useChange('delete', '/finance/connections/{connectionId}', {
    done: 'Deleted',
    isErrorShown: true,
    onSuccess: () => {
      close();
      onDeleted?.();
    },
  });
  return (
    <Modal opened={isOpen} onClose={close} title="Delete this connection?">
      <Stack>
        <Text size="sm">
          <ForeignText text={connectionName(connection)} /> and everything that was read there are deleted,
          and the consent is given back:
        </Text>
        <Losses connection={connection} />
        <Text size="sm">
          What was sent to destinations stays there. To keep the data and only stop the syncs, disconnect
          instead.
        </Text>
        {remove.isError && <Problem error={remove.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { path: { connectionId: connection.id } } })}
          >
            Delete
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Reads while the dialog is open: its content is mounted then. */
function Losses({ connection }: { readonly connection: FinancialConnection }) {
  const { id, financial_accounts_count: count } = connection;
  const accounts = $api.useQuery('get', '/finance/accounts', {
    params: { query: { 'filter[financial_connection_id]': id, 'page[size]': 100, sort: ['-id'] } },
  });
  if (accounts.isPending) return <Loading rows={2} />;
  if (accounts.isError) return <Problem error={accounts.error} retry={accounts.refetch} />;
  const links = accounts.data.data.reduce((sum, account) => sum + Number(account.transfer_links_count), 0);
  const isMore = accounts.data.meta.total > accounts.data.data.length;
  return (
    <List size="sm">
      <List.Item>{`${count} accounts with their transactions and balances`}</List.Item>
      <List.Item>{`${isMore ? 'at least ' : ''}${links} links to destinations`}</List.Item>
    </List>
  );
}
