import { Button, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FinancialConnection } from '@tributary/client';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { onceConfirmed } from '../../elements/changes/confirmed';
import { ActionsMenu } from '../../elements/forms/icon-button';
import { useChange } from '../../elements/changes/use-change';
import { ForeignText } from '../../elements/foreign-text';
import { syncText } from '../account-words';
import { connectionName } from './connection-name';
import { DeleteConnection } from './delete-connection';
import { RenameConnection } from './rename-connection';
import { useReauthorize } from './use-consent';

interface ConnectionProps {
  readonly connection: FinancialConnection;
}

/** The buttons and the menu of a connection. */
export function ConnectionActions({ connection }: ConnectionProps) {
  const { id, status } = connection;
  const params = { path: { connectionId: id } };
  const consent = useReauthorize();
  const sync = useChange('post', '/finance/connections/{connectionId}/sync', {
    done: ({ data }) => syncText(Number(data.sync.scheduled), data.sync.next_allowed_at),
  });
  const enable = useChange('post', '/finance/connections/{connectionId}/enable', {
    done: 'Connected again',
  });
  const canSync = status === 'ACTIVE' || status === 'EXPIRING' || status === 'FAILING';
  return (
    <Group gap="xs">
      {needsConsent(connection) && (
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
      <More connection={connection} />
    </Group>
  );
}

function needsConsent({ status }: FinancialConnection): boolean {
  return status === 'PENDING' || status === 'EXPIRED' || status === 'EXPIRING';
}

function More({ connection }: ConnectionProps) {
  const { id, status } = connection;
  const name = connectionName(connection);
  const consent = useReauthorize();
  const disconnect = useDisconnect(connection);
  const [isRenaming, renaming] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  return (
    <>
      <ActionsMenu label={`More for ${name}`}>
        <Menu.Item onClick={renaming.open}>Rename</Menu.Item>
        {!needsConsent(connection) && (
          <Menu.Item onClick={() => consent.renew(id)}>
            {connection.supports_reauthorization ? 'Renew the consent or add accounts' : 'Renew the consent'}
          </Menu.Item>
        )}
        {status !== 'DISABLED' && status !== 'PENDING' && (
          <Menu.Item onClick={disconnect}>Disconnect</Menu.Item>
        )}
        <Menu.Item color="red" onClick={deleting.open}>
          Delete
        </Menu.Item>
      </ActionsMenu>
      <RenameConnection connection={connection} isOpen={isRenaming} close={renaming.close} />
      <DeleteConnection connection={connection} isOpen={isDeleting} close={deleting.close} />
    </>
  );
}

function useDisconnect(connection: FinancialConnection): () => void {
  const params = { path: { connectionId: connection.id } };
  const enable = useChange('post', '/finance/connections/{connectionId}/enable', {
    done: 'Connected again',
  });
  const disable = useChange('post', '/finance/connections/{connectionId}/disable', {
    done: 'Disconnected',
    undo: () => enable.mutateAsync({ params }),
  });
  return onceConfirmed(
    {
      title: 'Disconnect',
      children: (
        <>
          <ForeignText text={connectionName(connection)} /> is not synced any more until you connect it again.
          Its accounts and transactions stay.
        </>
      ),
      confirm: 'Disconnect',
    },
    () => disable.mutate({ params }),
  );
}
