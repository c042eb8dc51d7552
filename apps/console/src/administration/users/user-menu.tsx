import { ActionIcon, Menu } from '@mantine/core';
import type { AdministeredUser } from '@tributary/client';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { confirmed } from '../../elements/changes/confirmed';
import { useChange } from '../../elements/changes/use-change';
import type { ShownSecret } from './show-once';

interface UserMenuProps {
  readonly user: AdministeredUser;
  readonly isOneself: boolean;
  readonly onSecret: (secret: ShownSecret) => void;
}

/** What else can be done to a user. */
export function UserMenu({ user, isOneself, onSecret }: UserMenuProps) {
  const { toggle, reset, remove } = useUserActs(user, onSecret);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`Actions for ${user.name}`}>
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={user.email === null} onClick={() => void reset()}>
          Replace the password
        </Menu.Item>
        <Menu.Item disabled={isOneself} onClick={() => void toggle()}>
          {user.disabled_at === null ? 'Disable' : 'Enable'}
        </Menu.Item>
        <Menu.Item disabled={isOneself} c="red" onClick={() => void remove()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What can be done to a user, each after it is confirmed. */
function useUserActs(user: AdministeredUser, onSecret: (secret: ShownSecret) => void) {
  const { id, name, disabled_at: disabledAt } = user;
  const path = { userId: id };
  const change = useChange('put', '/admin/users/{userId}', {
    done: disabledAt === null ? 'User disabled' : 'User enabled',
  });
  const resetting = useChange('post', '/admin/users/{userId}/reset-password', {
    done: 'Password replaced',
    onSuccess: ({ data: { password } }) => onSecret({ label: `New password of ${name}`, text: password }),
  });
  const removing = useChange('delete', '/admin/users/{userId}', { done: 'The user is being deleted' });
  return {
    toggle: async () => {
      if (disabledAt !== null) return change.mutate({ params: { path }, body: { disabled: false } });
      const isConfirmed = await confirmed({
        title: `Disable ${name}?`,
        children:
          'They are signed out and cannot sign in; their tokens, apps and feeds stop. Syncs, transfers and webhooks continue.',
        confirm: 'Disable',
        isDangerous: true,
      });
      if (isConfirmed) change.mutate({ params: { path }, body: { disabled: true } });
    },
    reset: async () => {
      const isConfirmed = await confirmed({
        title: `Replace the password of ${name}?`,
        children: 'You see the new password once. The user is signed out in all browsers.',
        confirm: 'Replace',
      });
      if (isConfirmed) resetting.mutate({ params: { path } });
    },
    remove: async () => {
      const isConfirmed = await confirmed({
        title: `Delete ${name}?`,
        children:
          'The user and all their connections, accounts, transactions, rules and links are deleted for good, in all services. ' +
          'It cannot be undone.',
        confirm: 'Delete',
        isDangerous: true,
      });
      if (isConfirmed) removing.mutate({ params: { path } });
    },
  };
}
