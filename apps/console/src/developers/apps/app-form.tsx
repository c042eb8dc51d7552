import { Button, Group, Modal, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { components } from '@tributary/client';
import { useState } from 'react';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { ScopesInput } from '../access/scopes-input';

type App = components['schemas']['App'];

interface AppFormProps {
  /** Null: a new one. */
  readonly app: App | null;
  readonly onClose: () => void;
  /** With the secret where the app was just made and has one. */
  readonly onSaved: (secret: string | null) => void;
}

/** Registers an app, or changes what it asks for and where it sends people back to. */
export function AppForm({ app, onClose, onSaved }: AppFormProps) {
  const [name, setName] = useState(app?.name ?? '');
  const [homepage, setHomepage] = useState(app?.homepage ?? '');
  const [redirects, setRedirects] = useState(app?.redirect_uris.join('\n') ?? '');
  const [scopes, setScopes] = useState(app?.scopes ?? []);
  const [isConfidential, setConfidential] = useState(true);
  const [managesUsers, setManagesUsers] = useState(false);
  const create = useChange('post', '/apps', {
    done: 'App registered',
    isErrorShown: true,
    onSuccess: ({ data }) => onSaved(data.secret ?? null),
  });
  const update = useChange('put', '/apps/{appId}', {
    done: 'App changed',
    isErrorShown: true,
    onSuccess: () => onSaved(null),
  });
  const { error, isError } = app === null ? create : update;
  const save = () => {
    const body = {
      name: name.trim(),
      homepage: homepage.trim() === '' ? null : homepage.trim(),
      redirect_uris: redirects.split(/\s+/).filter(Boolean),
      scopes,
    };
    if (app !== null) return update.mutate({ params: { path: { appId: app.id } }, body });
    return create.mutate({ body: { ...body, confidential: isConfidential, manages_users: managesUsers } });
  };
  return (
    <Modal opened onClose={onClose} title={app === null ? 'Register an app' : `Change ${app.name}`} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            description="People read it where they allow access."
            required
            data-autofocus
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label="Homepage"
            placeholder="https://"
            value={homepage}
            onChange={({ currentTarget }) => setHomepage(currentTarget.value)}
          />
          <Textarea
            label="Redirect addresses"
            description="One on each line: where people come back to."
            required
            autosize
            minRows={2}
            value={redirects}
            onChange={({ currentTarget }) => setRedirects(currentTarget.value)}
          />
          <ScopesInput label="It may ask to" value={scopes} among={null} onChange={setScopes} />
          {app === null && (
            <>
              <Switch
                label="It has a secret: it runs on a server of yours"
                checked={isConfidential}
                onChange={({ currentTarget }) => setConfidential(currentTarget.checked)}
              />
              <Switch
                label="It makes users of its own"
                checked={managesUsers}
                onChange={({ currentTarget }) => setManagesUsers(currentTarget.checked)}
              />
            </>
          )}
          {isError && <Problem error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={create.isPending || update.isPending}
              disabled={scopes.length === 0}
            >
              {app === null ? 'Register' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
