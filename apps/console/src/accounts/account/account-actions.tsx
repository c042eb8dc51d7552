import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { FinancialAccount } from '@tributary/client';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ReactNode } from 'react';
import { ActionsMenu } from '../../elements/forms/icon-button';
import { useChange } from '../../elements/changes/use-change';
import { syncText } from '../account-words';
import { DeleteAccount } from './delete-account';

interface AccountActionsProps {
  readonly account: FinancialAccount;
}

/** The buttons and the menu of an account. */
export function AccountActions({ account }: AccountActionsProps) {
  const navigate = useNavigate();
  const [isDeleting, deleting] = useDisclosure();
  return (
    <>
      {account.integrator === 'MANUAL' ? (
        <More onDelete={deleting.open} />
      ) : (
        <SyncActs account={account} onDelete={deleting.open} />
      )}
      <DeleteAccount
        account={account}
        isOpen={isDeleting}
        close={deleting.close}
        onDeleted={() => navigate({ to: '/accounts' })}
      />
    </>
  );
}

/** The acts on an account that an institution lists. */
function SyncActs({ account, onDelete }: AccountActionsProps & { readonly onDelete: () => void }) {
  const params = { path: { accountId: account.id } };
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
  if (account.enabled !== 'true') {
    return (
      <>
        <Button loading={enable.isPending} onClick={() => enable.mutate({ params, body: { enabled: true } })}>
          Sync it again
        </Button>
        <More onDelete={onDelete} />
      </>
    );
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<RefreshCw size={16} aria-hidden />}
        loading={sync.isPending}
        onClick={() => sync.mutate({ params, body: { user_present: true } })}
      >
        Sync now
      </Button>
      <More onDelete={onDelete}>
        <Menu.Item onClick={() => disable.mutate({ params, body: { enabled: false } })}>
          Stop syncing it
        </Menu.Item>
      </More>
    </>
  );
}

interface MoreProps {
  readonly onDelete: () => void;
  readonly children?: ReactNode;
}

function More({ onDelete, children }: MoreProps) {
  return (
    <ActionsMenu label="More for this account">
      {children}
      <Menu.Item color="red" onClick={onDelete}>
        Delete
      </Menu.Item>
    </ActionsMenu>
  );
}
