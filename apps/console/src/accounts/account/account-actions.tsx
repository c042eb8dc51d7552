import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { FinancialAccount } from '@tributary/client';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useChange } from '../../elements/changes/use-change';
import { syncText } from '../account-words';
import { DeleteAccount } from './delete-account';

/** What can be done with an account. */
export function AccountActions({ account }: { readonly account: FinancialAccount }) {
  const navigate = useNavigate();
  const params = { path: { accountId: account.id } };
  const [isDeleting, deleting] = useDisclosure();
  const sync = useChange('post', '/finance/accounts/{accountId}/sync', {
    done: ({ data }) => {
      const allowedAt = data.sync?.next_allowed_at ?? null;
      const isLater = allowedAt !== null && Date.parse(allowedAt) > Date.now();
      return syncText(isLater ? 0 : 1, allowedAt);
    },
  });
  const enable = useChange('put', '/finance/accounts/{accountId}', { done: 'Synced again' });
  const disable = useChange('put', '/finance/accounts/{accountId}', {
    done: 'Not synced any more',
    undo: () => enable.mutateAsync({ params, body: { enabled: true } }),
  });
  const isEnabled = account.enabled === 'true';
  const isManual = account.integrator === 'MANUAL';
  return (
    <>
      {!isManual && isEnabled && (
        <Button
          variant="default"
          leftSection={<RefreshCw size={16} aria-hidden />}
          loading={sync.isPending}
          onClick={() => sync.mutate({ params, body: { user_present: true } })}
        >
          Sync now
        </Button>
      )}
      {!isManual && !isEnabled && (
        <Button loading={enable.isPending} onClick={() => enable.mutate({ params, body: { enabled: true } })}>
          Sync it again
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More for this account">
            <EllipsisVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isManual && isEnabled && (
            <Menu.Item onClick={() => disable.mutate({ params, body: { enabled: false } })}>
              Stop syncing it
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={deleting.open}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteAccount
        account={account}
        isOpen={isDeleting}
        close={deleting.close}
        onDeleted={() => navigate({ to: '/accounts' })}
      />
    </>
  );
}
