import { Group, NativeSelect, Text } from '@mantine/core';
import type { AdministeredUser } from '@tributary/client';
import { useUser } from '../../api/session';
import { confirmed } from '../../elements/changes/confirmed';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import { ForeignText } from '../../elements/foreign-text';
import { choicesOf, valueIn } from '../../elements/forms/choices';
import { Status } from '../../elements/status';
import { actionsColumn, DataTable, type Column } from '../../elements/tables/data-table';
import { UserMenu } from './user-menu';
import type { ShownSecret } from '../../elements/shown-once';

const ROLES: Readonly<Record<AdministeredUser['role'], string>> = { USER: 'User', ADMIN: 'Administrator' };
/** The plans by their names, which are the API's. */
export const PLANS: Readonly<Record<AdministeredUser['plan'], string>> = {
  FREE: 'FREE',
  PLUS: 'PLUS',
  PRO: 'PRO',
};

const COLUMNS: readonly Column<AdministeredUser>[] = [
  { title: 'User', cell: (user) => <Name user={user} /> },
  { title: 'Role', cell: (user) => <Role user={user} /> },
  { title: 'Plan', cell: (user) => <Plan user={user} /> },
  {
    title: 'State',
    cell: ({ disabled_at: disabledAt }) =>
      disabledAt === null ? <Status kind="good" label="Active" /> : <Status kind="paused" label="Disabled" />,
  },
  {
    title: 'Last seen',
    cell: ({ last_signed_in_at: at }) => (at === null ? 'Not signed in' : <When at={at} />),
  },
];

interface UsersTableProps {
  readonly users: readonly AdministeredUser[];
  readonly onSecret: (secret: ShownSecret) => void;
}

/** The users of the installation, with their roles and plans. */
export function UsersTable({ users, onSecret }: UsersTableProps) {
  const ownId = useUser().id;
  const actions = actionsColumn<AdministeredUser>((user) => (
    <Group justify="flex-end">
      <UserMenu user={user} isOneself={user.id === ownId} onSecret={onSecret} />
    </Group>
  ));
  return (
    <DataTable
      label="Users"
      columns={[...COLUMNS, actions]}
      rows={users}
      keyOf={({ id }) => id}
      minWidth={860}
    />
  );
}

interface UserCellProps {
  readonly user: AdministeredUser;
}

function Name({ user: { id, name, email } }: UserCellProps) {
  return (
    <>
      <ForeignText text={name} />
      {useUser().id === id && ' (you)'}
      <Text size="xs" c="dimmed">
        <ForeignText text={email ?? 'Managed by an app'} />
      </Text>
    </>
  );
}

function Role({ user: { id, name, email, role } }: UserCellProps) {
  const change = useChange('put', '/admin/users/{userId}', { done: 'User changed' });
  const isOneself = useUser().id === id;
  const setRole = async (next: AdministeredUser['role'] | undefined) => {
    if (next === undefined || next === role) return;
    const isConfirmed = await confirmed({
      title: next === 'ADMIN' ? `Make ${name} an administrator?` : `Take ${name}’s role of administrator?`,
      children:
        next === 'ADMIN'
          ? 'An administrator manages users, provider keys and services. They do not see other users’ money.'
          : 'They keep their own accounts, and can no longer administer.',
      confirm: 'Change the role',
    });
    if (isConfirmed) change.mutate({ params: { path: { userId: id } }, body: { role: next } });
  };
  return (
    <NativeSelect
      aria-label={`Role of ${name}`}
      value={role}
      data={choicesOf(ROLES)}
      disabled={isOneself || email === null}
      onChange={({ currentTarget: { value } }) => void setRole(valueIn(ROLES, value))}
    />
  );
}

function Plan({ user: { id, name, plan } }: UserCellProps) {
  const change = useChange('put', '/admin/users/{userId}', { done: 'User changed' });
  return (
    <NativeSelect
      aria-label={`Plan of ${name}`}
      value={plan}
      data={choicesOf(PLANS)}
      onChange={({ currentTarget: { value } }) => {
        const next = valueIn(PLANS, value);
        if (next) change.mutate({ params: { path: { userId: id } }, body: { plan: next } });
      }}
    />
  );
}
