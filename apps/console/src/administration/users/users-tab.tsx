import { Button, Group, Stack, TextInput, Text, Title } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { $api } from '../../api/api';
import { Nothing } from '../../elements/nothing';
import { CountedPages } from '../counted-pages';
import { QueryState } from '../../elements/queries/query-state';
import { RowButton } from '../../elements/tables/data-table';
import { ShownOnce, type ShownSecret } from '../../elements/shown-once';
import { CreateUser, InviteUser } from './user-dialogs';
import { UsersTable } from './users-table';
import { ForeignText } from '../../elements/foreign-text';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';

const route = getRouteApi('/administration');
const TYPING_MS = 300;

/** Everybody who uses this installation. */
export function UsersTab() {
  const [isCreating, creating] = useDisclosure();
  const [isInviting, inviting] = useDisclosure();
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <UserSearch />
        <Group>
          <Button variant="default" onClick={inviting.open}>
            Invite somebody
          </Button>
          <Button onClick={creating.open}>Create a user</Button>
        </Group>
      </Group>
      <Users onSecret={setSecret} />
      <Invitations />
      <CreateUser isOpen={isCreating} close={creating.close} onSecret={setSecret} />
      <InviteUser isOpen={isInviting} close={inviting.close} onSecret={setSecret} />
      <ShownOnce title={secret?.title ?? ''} secret={secret?.text ?? null} onClose={() => setSecret(null)}>
        Hand it over now: it is not shown again.
      </ShownOnce>
    </Stack>
  );
}

function UserSearch() {
  const { text = '' } = route.useSearch();
  const navigate = useNavigate();
  const search = useDebouncedCallback((value: string) => {
    void navigate({
      to: '/administration',
      search: { tab: 'users', ...(value === '' ? {} : { text: value }) },
      replace: true,
    });
  }, TYPING_MS);
  return (
    <TextInput
      type="search"
      label="Find by e-mail address"
      defaultValue={text}
      maxLength={100}
      onChange={({ currentTarget: { value } }) => search(value.trim())}
    />
  );
}

function Users({ onSecret }: { readonly onSecret: (secret: ShownSecret) => void }) {
  const { text, page = 1 } = route.useSearch();
  const users = $api.useQuery(
    'get',
    '/admin/users',
    {
      params: {
        query: { 'page[number]': page, ...(text === undefined ? {} : { 'filter[email]': text }) },
      },
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <QueryState
      query={users}
      empty={<Nothing title="No such user">No e-mail address contains this.</Nothing>}
    >
      {({ data, meta }) => (
        <Stack>
          <UsersTable users={data} onSecret={onSecret} />
          <CountedPages meta={meta} />
        </Stack>
      )}
    </QueryState>
  );
}

/** Invitations that have not been used yet. */
function Invitations() {
  const invitations = $api.useQuery('get', '/admin/invitations', {
    params: { query: { 'page[size]': 100 } },
  });
  const withdraw = useChange('delete', '/admin/invitations/{invitationId}', { done: 'Invitation withdrawn' });
  if (invitations.isPending) return null;
  return (
    <QueryState query={invitations} empty={null}>
      {({ data }) => (
        <Stack component="section" aria-label="Open invitations" gap="xs" maw="44rem">
          <Title order={2} size="h4">
            Open invitations
          </Title>
          {data.map(({ id, email, expires_at: end }) => (
            <Group key={id} justify="space-between">
              <Text size="sm">
                {email === null ? 'For anybody' : <ForeignText text={email} />}, until <When at={end} />
              </Text>
              <RowButton
                words="Withdraw"
                label={`Withdraw invitation ${id}`}
                onClick={() => withdraw.mutate({ params: { path: { invitationId: id } } })}
              />
            </Group>
          ))}
        </Stack>
      )}
    </QueryState>
  );
}
