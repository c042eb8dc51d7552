import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FinancialConnection } from '@tributary/client';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { confirmed } from '../../elements/changes/confirmed';
import { ForeignText } from '../../elements/foreign-text';
import { useChange } from '../../elements/changes/use-change';
import { syncText } from '../account-words';
import { connectionName } from './connection-name';
import { DeleteConnection } from './delete-connection';
import { RenameConnection } from './rename-connection';
import { useReauthorize } from './use-consent';

/** What can be done with a connection. */
export function ConnectionActions({ connection }: { readonly connection: FinancialConnection }) {
  const { id, status } = connection;
  const name = connectionName(connection);
  const params = { path: { connectionId: id } };
  const consent = useReauthorize();
  const sync = useChange('post', '/finance/connections/{connectionId}/sync', {
    done: ({ data }) => syncText(Number(data.sync.scheduled), data.sync.next_allowed_at),
  });
  const enable = useChange('post', '/finance/connections/{connectionId}/enable', {
    done: 'Connected again',
  });
  const disable = useChange('post', '/finance/connections/{connectionId}/disable', {
    done: 'Disconnected',
    undo: () => enable.mutateAsync({ params }),
  });
  const [isRenaming, renaming] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  const disconnect = async () => {
    const isSure = await confirmed({
      title: 'Disconnect',
      children: (
        <>
          <ForeignText text={name} /> is not synced any more until you connect it again. Its accounts and
          transactions stay.
        </>
      ),
      confirm: 'Disconnect',
    });
    if (isSure) disable.mutate({ params });
  };
  const needsConsent = status === 'PENDING' || status === 'EXPIRED' || status === 'EXPIRING';
  const canSync = status === 'ACTIVE' || status === 'EXPIRING' || status === 'FAILING';
  return (
    <Group gap="xs">
      {needsConsent && (
        <Button size="xs" loading={consent.isPending} onClick={() => consent.renew(id)}>
          {status === 'PENDING' ? 'Give the consent' : 'Renew the consent'}
        </Button>
      )}
      {canSync && (
        <Button
          size="xs"
          variant="default"
          leftSection={<RefreshCw size={14} aria-hidden />}
          loading={sync.isPending}
          onClick={() => sync.mutate({ params, body: { user_present: true } })}
        >
          Sync now
        </Button>
      )}
      {status === 'DISABLED' && (
        <Button size="xs" loading={enable.isPending} onClick={() => enable.mutate({ params })}>
          Connect again
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={`More for ${name}`}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={renaming.open}>Rename</Menu.Item>
          {!needsConsent && (
            <Menu.Item onClick={() => consent.renew(id)}>
              {connection.supports_reauthorization
                ? 'Renew the consent or add accounts'
                : 'Renew the consent'}
            </Menu.Item>
          )}
          {status !== 'DISABLED' && status !== 'PENDING' && (
            <Menu.Item onClick={() => void disconnect()}>Disconnect</Menu.Item>
          )}
          <Menu.Item color="red" onClick={deleting.open}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RenameConnection connection={connection} isOpen={isRenaming} close={renaming.close} />
      <DeleteConnection connection={connection} isOpen={isDeleting} close={deleting.close} />
    </Group>
  );
}
