import { Button, Code, Group, List, Stack, Text } from '@mantine/core';
import type { App } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../../api/api';
import { onceConfirmed } from '../../elements/changes/confirmed';
import { useChange } from '../../elements/changes/use-change';
import { ForeignText } from '../../elements/foreign-text';
import { Nothing } from '../../elements/nothing';
import { QueryState } from '../../elements/queries/query-state';
import { Section } from '../../elements/section';
import { ShownOnce } from '../../elements/shown-once';
import { AppForm } from './app-form';

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
      <ShownOnce title="The secret of your app" secret={secret} onClose={() => setSecret(null)}>
        The app proves with it that it is yours.
      </ShownOnce>
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
      <QueryState
        query={apps}
        empty={
          <Nothing title="No apps yet">
            Register one to let other people use your program with their own accounts.
          </Nothing>
        }
      >
        {({ data }) =>
          data.map((app) => (
            <AppSection key={app.id} app={app} onEdit={() => setEdited(app)} onSecret={setSecret} />
          ))
        }
      </QueryState>
    </Stack>
  );
}

interface AppSectionProps {
  readonly app: App;
  readonly onEdit: () => void;
  readonly onSecret: (secret: string) => void;
}

function AppSection({ app, onEdit, onSecret }: AppSectionProps) {
  return (
    <Section
      title={<ForeignText text={app.name} />}
      actions={<AppActs app={app} onEdit={onEdit} onSecret={onSecret} />}
    >
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
    </Section>
  );
}

function AppActs({ app, onEdit, onSecret }: AppSectionProps) {
  const params = { path: { appId: app.id } };
  const rotate = useChange('post', '/apps/{appId}/rotate-secret', {
    done: 'New secret made',
    onSuccess: ({ data }) => onSecret(data.secret ?? ''),
  });
  const remove = useChange('delete', '/apps/{appId}', { done: 'App deleted' });
  const onRotate = onceConfirmed(
    {
      title: 'Make a new secret?',
      children: 'The present one stops working at once.',
      confirm: 'Make a new secret',
    },
    () => rotate.mutate({ params }),
  );
  const onDelete = onceConfirmed(
    {
      title: `Delete ${app.name}?`,
      children: `${app.users_count} users let it in. Their grants and its tokens end at once.`,
      confirm: 'Delete',
      isDangerous: true,
    },
    () => remove.mutate({ params }),
  );
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={onEdit}>
        Change
      </Button>
      {app.confidential && (
        <Button size="xs" variant="default" loading={rotate.isPending} onClick={onRotate}>
          New secret
        </Button>
      )}
      <Button size="xs" variant="default" loading={remove.isPending} onClick={onDelete}>
        Delete
      </Button>
    </Group>
  );
}
