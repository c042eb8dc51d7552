import { ActionIcon, Button, Group, List, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DestinationKind } from '@tributary/client';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useState } from 'react';
import { client } from '../api/api';
import { connectionPath } from '../api/destinations';
import { confirmed } from '../elements/changes/confirmed';
import { ForeignText } from '../elements/foreign-text';
import { Problem } from '../elements/problems/problem';
import { showProblem } from '../elements/changes/use-change';
import { ConnectDestination, returnUrl } from './connect-destination';
import type { Connection } from './connection';

interface ConnectionMenuProps {
  readonly connection: Connection;
  readonly kinds: readonly DestinationKind[];
}

/** What can be done with a connection. */
export function ConnectionMenu({ connection, kinds }: ConnectionMenuProps) {
  const { kind, id, name, isEnabled, links } = connection;
  const [dialog, setDialog] = useState<'rename' | 'reconnect' | null>(null);
  const close = () => setDialog(null);
  // All kinds have the same routes, so the types need no parameters of their paths.
  const path = { budgetaConnectionId: id };
  const update = useAct((body: { enabled: boolean }) =>
    client.PUT(connectionPath(kind, id, ''), { params: { path }, body }),
  );
  const refresh = useAct(() => client.POST(connectionPath(kind, id, '/refresh'), { params: { path } }));
  const authorize = useAct(async () => {
    const body = { redirect_url: returnUrl() };
    const { data } = await client.POST(connectionPath(kind, id, '/authorize'), { params: { path }, body });
    const url = data?.data.auth_url ?? null;
    if (url !== null) location.assign(url);
  });
  const remove = useAct(async () => {
    const active = links
      .filter((link) => link.active === 'true')
      .map((link) => ({ id: link.id, active: false }));
    if (active.length > 0) await client.PUT('/transfer-links/bulk', { body: { transfer_links: active } });
    await client.DELETE(connectionPath(kind, id, ''), { params: { path } });
  });
  const onDelete = async () => {
    const children = <WhatGoes connection={connection} />;
    const title = 'Delete this destination?';
    if (await confirmed({ title, children, confirm: 'Delete', isDangerous: true })) {
      remove.mutate(undefined, done('Destination deleted'));
    }
  };
  const isBusy = [update, refresh, authorize, remove].some(({ isPending }) => isPending);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size="md" aria-label={`Actions for ${name}`} loading={isBusy}>
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => refresh.mutate(undefined, done('Read again'))}>Read again</Menu.Item>
          <Menu.Item onClick={() => setDialog('rename')}>Rename</Menu.Item>
          <Menu.Item
            onClick={() =>
              update.mutate({ enabled: !isEnabled }, done(isEnabled ? 'Switched off' : 'Switched on'))
            }
          >
            {isEnabled ? 'Switch off' : 'Switch on'}
          </Menu.Item>
          {kind.by_link && (
            <Menu.Item onClick={() => authorize.mutate(undefined)}>Reconnect by signing in there</Menu.Item>
          )}
          <Menu.Item onClick={() => setDialog('reconnect')}>
            {kind.by_link ? 'Reconnect with a key or token' : 'Reconnect'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => void onDelete()}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <Rename connection={connection} onClose={close} />}
      {dialog === 'reconnect' && <ConnectDestination kinds={kinds} kind={kind} onClose={close} />}
    </>
  );
}

/** What a deletion takes with it, and what it leaves. */
function WhatGoes({ connection: { name, links, kind } }: { readonly connection: Connection }) {
  return (
    <Stack gap="xs">
      <div>
        <ForeignText text={name} /> and its credentials are deleted here. Nothing is deleted there: the
        transactions that were sent stay.
      </div>
      {links.length > 0 && (
        <List size="sm">
          <List.Item>
            {links.length} transfer {links.length === 1 ? 'link' : 'links'} to its {kind.target.plural} stop,
            and are deleted with it.
          </List.Item>
          <List.Item>What still waits is not sent.</List.Item>
        </List>
      )}
    </Stack>
  );
}

function Rename({ connection, onClose }: { readonly connection: Connection; readonly onClose: () => void }) {
  const { kind, id, name } = connection;
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
  });
  const rename = useAct((body: { name: string }) =>
    client.PUT(connectionPath(kind, id, ''), { params: { path: { budgetaConnectionId: id } }, body }),
  );
  return (
    <Modal opened onClose={onClose} title="Rename the destination">
      <form
        onSubmit={form.onSubmit((values) =>
          rename.mutate(values, {
            onSuccess: () => {
              onClose();
              notifications.show({ color: 'green', message: 'Renamed' });
            },
          }),
        )}
      >
        <Stack>
          <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
          {rename.isError && <Problem error={rename.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={rename.isPending}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useAct<Value>(act: (value: Value) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: act, onError: showProblem, onSettled: () => queries.invalidateQueries() });
}

function done(message: string) {
  return { onSuccess: () => void notifications.show({ color: 'green', message }) };
}
