import { Button, Code, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import type { components } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../../api/api';
import { confirmed } from '../../elements/changes/confirmed';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Nothing } from '../../elements/nothing';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { AppForm } from './app-form';
import { ShownOnce } from '../access/shown-once';

type App = components['schemas']['App'];

/** The user's own apps, which other users can let in by OAuth. */
export function Apps() {
  const [edited, setEdited] = useState<App | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const apps = $api.useQuery('get', '/apps', { params: { query: { 'page[size]': 100, sort: ['-id'] } } });
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          An app asks users for access by OAuth 2.0, with what they allow.
        </Text>
        <Button size="xs" onClick={() => setEdited('new')}>
          Register an app
        </Button>
      </Group>
      {secret !== null && (
        <ShownOnce title="The secret of your app" secret={secret} onClose={() => setSecret(null)}>
          The app proves with it that it is yours.
        </ShownOnce>
      )}
      {edited !== null && (
        <AppForm
          app={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(made) => {
            setEdited(null);
            setSecret(made);
          }}
        />
      )}
      {apps.isPending && <Loading />}
      {apps.isError && <Problem error={apps.error} retry={apps.refetch} />}
      {apps.isSuccess && apps.data.data.length === 0 && (
        <Nothing title="No apps yet">
          Register one to let other people use your program with their own accounts.
        </Nothing>
      )}
      {apps.data?.data.map((app) => (
        <AppCard key={app.id} app={app} onEdit={() => setEdited(app)} onSecret={setSecret} />
      ))}
    </Stack>
  );
}

interface AppCardProps {
  readonly app: App;
  readonly onEdit: () => void;
  readonly onSecret: (secret: string) => void;
}

function AppCard({ app, onEdit, onSecret }: AppCardProps) {
  const params = { path: { appId: app.id } };
  const rotate = useChange('post', '/apps/{appId}/rotate-secret', {
    done: 'New secret made',
    onSuccess: ({ data }) => onSecret(data.secret ?? ''),
  });
  const remove = useChange('delete', '/apps/{appId}', { done: 'App deleted' });
  const onRotate = async () => {
    const isSure = await confirmed({
      title: 'Make a new secret?',
      children: 'The present one stops working at once.',
      confirm: 'Make a new secret',
    });
    if (isSure) rotate.mutate({ params });
  };
  const onDelete = async () => {
    const isSure = await confirmed({
      title: `Delete ${app.name}?`,
      children: `${app.users_count} users let it in. Their grants and its tokens end at once.`,
      confirm: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate({ params });
  };
  return (
    <Paper component="section" aria-label={app.name}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">
            <ForeignText text={app.name} />
          </Title>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={onEdit}>
              Change
            </Button>
            {app.confidential && (
              <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => void onRotate()}>
                New secret
              </Button>
            )}
            <Button size="xs" variant="default" loading={remove.isPending} onClick={() => void onDelete()}>
              Delete
            </Button>
          </Group>
        </Group>
        <Text size="sm" component="div">
          Client id: <Code>{app.client_id}</Code> ·{' '}
          {app.confidential ? 'has a secret' : 'public, with PKCE alone'}
          {app.manages_users && ' · makes users of its own'} · {app.users_count} users
        </Text>
        <Text size="xs" c="dimmed">
          {app.scopes.join(', ')}
        </Text>
        <List size="xs">
          {app.redirect_uris.map((uri) => (
            <List.Item key={uri}>
              <ForeignText text={uri} />
            </List.Item>
          ))}
        </List>
      </Stack>
    </Paper>
  );
}
