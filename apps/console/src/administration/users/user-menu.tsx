import { Menu } from '@mantine/core';
import type { AdministeredUser } from '@tributary/client';
import { onceConfirmed } from '../../elements/changes/confirmed';
import { ActionsMenu } from '../../elements/forms/icon-button';
import { useChange } from '../../elements/changes/use-change';
import type { ShownSecret } from '../../elements/shown-once';

interface UserMenuProps {
  readonly user: AdministeredUser;
  readonly isOneself: boolean;
  readonly onSecret: (secret: ShownSecret) => void;
}

/** The rarer actions on a user. */
export function UserMenu({ user, isOneself, onSecret }: UserMenuProps) {
  const { toggle, reset, remove } = useUserActs(user, onSecret);
  return (
    <ActionsMenu label={`Actions for ${user.name}`}>
      <Menu.Item disabled={user.email === null} onClick={reset}>
        Replace the password
      </Menu.Item>
      <Menu.Item disabled={isOneself} onClick={toggle}>
        {user.disabled_at === null ? 'Disable' : 'Enable'}
      </Menu.Item>
      <Menu.Item disabled={isOneself} c="red" onClick={remove}>
        Delete
      </Menu.Item>
    </ActionsMenu>
  );
}

/** Handlers of the menu, each of which asks the user to confirm. */
function useUserActs(user: AdministeredUser, onSecret: (secret: ShownSecret) => void) {
  const { id, name, disabled_at: disabledAt } = user;
  const path = { userId: id };
  const change = useChange('put', '/admin/users/{userId}', {
    done: disabledAt === null ? 'User disabled' : 'User enabled',
  });
  const resetting = useChange('post', '/admin/users/{userId}/reset-password', {
    done: 'Password replaced',
    onSuccess: ({ data: { password } }) => onSecret({ title: `New password of ${name}`, text: password }),
  });
  const removing = useChange('delete', '/admin/users/{userId}', { done: 'The user is being deleted' });
  const enable = () => change.mutate({ params: { path }, body: { disabled: false } });
  const disable = onceConfirmed(
    {
      title: `Disable ${name}?`,
      children:
        'They are signed out and cannot sign in; their tokens, apps and feeds stop. Syncs, transfers and webhooks continue.',
      confirm: 'Disable',
      isDangerous: true,
    },
    () => change.mutate({ params: { path }, body: { disabled: true } }),
  );
  const reset = onceConfirmed(
    {
      title: `Replace the password of ${name}?`,
      children: 'You see the new password once. The user is signed out in all browsers.',
      confirm: 'Replace',
    },
    () => resetting.mutate({ params: { path } }),
  );
  const remove = onceConfirmed(
    {
      title: `Delete ${name}?`,
      children:
        'The user and all their connections, accounts, transactions, rules and links are deleted for good, in all services. ' +
        'It cannot be undone.',
      confirm: 'Delete',
      isDangerous: true,
    },
    () => removing.mutate({ params: { path } }),
  );
  return { toggle: disabledAt === null ? disable : enable, reset, remove };
}
