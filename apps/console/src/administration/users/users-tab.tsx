import { Button, Group, Stack, TextInput, Text, Title } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { $api } from '../../api/api';
import { Loading } from '../../elements/loading';
import { Nothing } from '../../elements/nothing';
import { Problem } from '../../elements/problems/problem';
import { CreateUser } from './create-user';
import { InviteUser } from './invite-user';
import { CountedPages } from '../counted-pages';
import { type ShownSecret, ShowOnce } from './show-once';
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
      <ShowOnce secret={secret} close={() => setSecret(null)} />
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
  if (users.isPending) return <Loading />;
  if (users.isError) return <Problem error={users.error} retry={users.refetch} />;
  const { data, meta } = users.data;
  if (data.length === 0) return <Nothing title="No such user">No e-mail address contains this.</Nothing>;
  return (
    <Stack>
      <UsersTable users={data} onSecret={onSecret} />
      <CountedPages meta={meta} />
    </Stack>
  );
}

/** Invitations that have not been used yet. */
function Invitations() {
  const invitations = $api.useQuery('get', '/admin/invitations', {
    params: { query: { 'page[size]': 100 } },
  });
  const withdraw = useChange('delete', '/admin/invitations/{invitationId}', { done: 'Invitation withdrawn' });
  if (invitations.isPending) return null;
  if (invitations.isError) return <Problem error={invitations.error} retry={invitations.refetch} />;
  if (invitations.data.data.length === 0) return null;
  return (
    <Stack component="section" aria-label="Open invitations" gap="xs" maw="44rem">
      <Title order={2} size="h4">
        Open invitations
      </Title>
      {invitations.data.data.map(({ id, email, expires_at: end }) => (
        <Group key={id} justify="space-between">
          <Text size="sm">
            {email === null ? 'For anybody' : <ForeignText text={email} />}, until <When at={end} />
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Withdraw invitation ${id}`}
            onClick={() => withdraw.mutate({ params: { path: { invitationId: id } } })}
          >
            Withdraw
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
