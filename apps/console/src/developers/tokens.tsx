import { Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { PersonalAccessToken } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { confirmed } from '../elements/changes/confirmed';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Problem } from '../elements/problems/problem';
import { Status } from '../elements/status';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { Extent } from './access/extent';
import { NarrowToken } from './access/narrow-access';
import { NewToken } from './new-token';
import { ShownOnce } from './access/shown-once';

/** The user's personal tokens. */
export function Tokens() {
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const tokens = $api.useQuery('get', '/tokens', { params: { query: { 'page[size]': 100, sort: ['-id'] } } });
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          A token lets a program use the API as you, as far as you allow.
        </Text>
        <Button size="xs" onClick={() => setMaking(true)}>
          New token
        </Button>
      </Group>
      {secret !== null && (
        <ShownOnce title="Your new token" secret={secret} onClose={() => setSecret(null)}>
          Send it as “Authorization: Bearer …”.
        </ShownOnce>
      )}
      {isMaking && (
        <NewToken
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setSecret(made);
          }}
        />
      )}
      {tokens.isPending && <Loading />}
      {tokens.isError && <Problem error={tokens.error} retry={tokens.refetch} />}
      {tokens.isSuccess && tokens.data.data.length === 0 && (
        <Nothing title="No tokens yet">Make one for each program, so that you can revoke it alone.</Nothing>
      )}
      {tokens.isSuccess && tokens.data.data.length > 0 && <TokenTable tokens={tokens.data.data} />}
    </Stack>
  );
}

function TokenTable({ tokens }: { readonly tokens: readonly PersonalAccessToken[] }) {
  const [narrowed, setNarrowed] = useState<PersonalAccessToken | null>(null);
  const revoke = useChange('post', '/tokens/{tokenId}/revoke', { done: 'Token revoked' });
  const remove = useChange('delete', '/tokens/{tokenId}', { done: 'Token deleted' });
  const onRevoke = async ({ id, name }: PersonalAccessToken) => {
    const isSure = await confirmed({
      title: 'Revoke this token?',
      children: `Programs that use “${name}” are refused from now on. This cannot be undone.`,
      confirm: 'Revoke',
      isDangerous: true,
    });
    if (isSure) revoke.mutate({ params: { path: { tokenId: id } } });
  };
  return (
    <>
      {narrowed !== null && <NarrowToken token={narrowed} onClose={() => setNarrowed(null)} />}
      <Table.ScrollContainer minWidth={720}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>May</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th>Ends</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tokens.map((token) => (
              <Table.Tr key={token.id}>
                <Table.Td>
                  <ForeignText text={token.name} />
                </Table.Td>
                <Table.Td>
                  <Extent scopes={token.scopes} accountIds={token.financial_accounts} />
                </Table.Td>
                <Table.Td>
                  {token.last_used_at === null ? 'never' : <When at={token.last_used_at} />}
                </Table.Td>
                <Table.Td>
                  <When at={token.expires_at} />
                </Table.Td>
                <Table.Td>
                  <TokenStatus token={token} />
                </Table.Td>
                <Table.Td>
                  {isLive(token) ? (
                    <Group gap="xs" wrap="nowrap">
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Change ${token.name}`}
                        onClick={() => setNarrowed(token)}
                      >
                        Change
                      </Button>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Revoke ${token.name}`}
                        onClick={() => void onRevoke(token)}
                      >
                        Revoke
                      </Button>
                    </Group>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Delete ${token.name}`}
                      onClick={() => remove.mutate({ params: { path: { tokenId: token.id } } })}
                    >
                      Delete
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function TokenStatus({ token }: { readonly token: PersonalAccessToken }) {
  if (token.revoked_at !== null) return <Status kind="bad" label="Revoked" />;
  return isLive(token) ? <Status kind="good" label="In use" /> : <Status kind="paused" label="Ended" />;
}

function isLive({ revoked_at, expires_at }: PersonalAccessToken): boolean {
  return revoked_at === null && new Date(expires_at).getTime() > Date.now();
}
