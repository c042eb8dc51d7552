import { Group, NativeSelect, Table, Text, VisuallyHidden } from '@mantine/core';
import type { AdministeredUser } from '@tributary/client';
import { useUser } from '../../api/session';
import { confirmed } from '../../elements/changes/confirmed';
import { ForeignText } from '../../elements/foreign-text';
import { Status } from '../../elements/status';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import type { ShownSecret } from './show-once';
import { UserMenu } from './user-menu';

const ROLES = [
  { value: 'USER', label: 'User' },
  { value: 'ADMIN', label: 'Administrator' },
] as const;
const PLANS = ['FREE', 'PLUS', 'PRO'] as const;

interface UsersTableProps {
  readonly users: readonly AdministeredUser[];
  readonly onSecret: (secret: ShownSecret) => void;
}

export function UsersTable({ users, onSecret }: UsersTableProps) {
  return (
    <Table.ScrollContainer minWidth={860} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>User</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Plan</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Last seen</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} onSecret={onSecret} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function UserRow({
  user,
  onSecret,
}: { readonly user: AdministeredUser } & Pick<UsersTableProps, 'onSecret'>) {
  const { id, name, email, role, plan, disabled_at: disabledAt, last_signed_in_at: seenAt } = user;
  const isOneself = useUser().id === id;
  const change = useChange('put', '/admin/users/{userId}', { done: 'User changed' });
  const path = { userId: id };
  const setRole = async (value: string) => {
    const next = ROLES.find((one) => one.value === value);
    if (!next || next.value === role) return;
    const isConfirmed = await confirmed({
      title:
        next.value === 'ADMIN' ? `Make ${name} an administrator?` : `Take ${name}’s role of administrator?`,
      children:
        next.value === 'ADMIN'
          ? 'An administrator manages users, provider keys and services. They do not see other users’ money.'
          : 'They keep their own accounts, and can no longer administer.',
      confirm: 'Change the role',
    });
    if (isConfirmed) change.mutate({ params: { path }, body: { role: next.value } });
  };
  return (
    <Table.Tr>
      <Table.Td>
        <ForeignText text={name} />
        {isOneself && ' (you)'}
        <Text size="xs" c="dimmed">
          <ForeignText text={email ?? 'Managed by an app'} />
        </Text>
      </Table.Td>
      <Table.Td>
        <NativeSelect
          aria-label={`Role of ${name}`}
          value={role}
          data={[...ROLES]}
          disabled={isOneself || email === null}
          onChange={({ currentTarget: { value } }) => void setRole(value)}
        />
      </Table.Td>
      <Table.Td>
        <NativeSelect
          aria-label={`Plan of ${name}`}
          value={plan}
          data={[...PLANS]}
          onChange={({ currentTarget: { value } }) => {
            const next = PLANS.find((one) => one === value);
            if (next) change.mutate({ params: { path }, body: { plan: next } });
          }}
        />
      </Table.Td>
      <Table.Td>
        {disabledAt === null ? (
          <Status kind="good" label="Active" />
        ) : (
          <Status kind="paused" label="Disabled" />
        )}
      </Table.Td>
      <Table.Td>{seenAt === null ? 'Not signed in' : <When at={seenAt} />}</Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          <UserMenu user={user} isOneself={isOneself} onSecret={onSecret} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
