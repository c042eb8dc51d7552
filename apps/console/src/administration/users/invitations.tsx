import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { $api } from '../../api/api';
import { ForeignText } from '../../elements/foreign-text';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';

/** Invitations that have not been used yet. */
export function Invitations() {
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
