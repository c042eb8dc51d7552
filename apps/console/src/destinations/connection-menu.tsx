import { Menu, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { DestinationKind } from '@tributary/client';
import { useState } from 'react';
import { client } from '../api/api';
import { ROUTES } from '../api/destination-routes';
import type { Connection } from '../api/destinations';
import { Losses, onceConfirmed } from '../elements/changes/confirmed';
import { useAction } from '../elements/changes/use-change';
import { counted } from '../elements/counted';
import { ActionsMenu } from '../elements/forms/icon-button';
import { ForeignText } from '../elements/foreign-text';
import { FormDialog } from '../elements/forms/change-form';
import { ConnectDestination, returnUrl } from './connect-destination';

interface ConnectionMenuProps {
  readonly connection: Connection;
  readonly kinds: readonly DestinationKind[];
}

/** The actions on a connection. */
export function ConnectionMenu({ connection, kinds }: ConnectionMenuProps) {
  const { kind, name, isEnabled } = connection;
  const [dialog, setDialog] = useState<'rename' | 'reconnect' | null>(null);
  const close = () => setDialog(null);
  const { setEnabled, refresh, authorize, remove, isBusy } = useActs(connection);
  return (
    <>
      <ActionsMenu label={`Actions for ${name}`} isLoading={isBusy}>
        <Menu.Item onClick={refresh}>Read again</Menu.Item>
        <Menu.Item onClick={() => setDialog('rename')}>Rename</Menu.Item>
        <Menu.Item onClick={() => setEnabled(!isEnabled)}>{isEnabled ? 'Switch off' : 'Switch on'}</Menu.Item>
        {authorize !== null && <Menu.Item onClick={authorize}>Reconnect by signing in there</Menu.Item>}
        <Menu.Item onClick={() => setDialog('reconnect')}>
          {kind.by_link ? 'Reconnect with a key or token' : 'Reconnect'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={remove}>
          Delete
        </Menu.Item>
      </ActionsMenu>
      {dialog === 'rename' && <Rename connection={connection} onClose={close} />}
      {dialog === 'reconnect' && <ConnectDestination kinds={kinds} kind={kind} onClose={close} />}
    </>
  );
}

/** Returns the handlers of the menu, and whether one of them runs. */
function useActs(connection: Connection) {
  const { kind, id, links } = connection;
  const routes = ROUTES[kind.type];
  const enabling = useAction((enabled: boolean) => routes.update(id, { enabled }), {
    done: (_data, enabled) => (enabled ? 'Switched on' : 'Switched off'),
  });
  const refreshing = useAction(() => routes.refresh(id), { done: 'Read again' });
  const authorizing = useAction(async () => (await routes.authorize?.(id, returnUrl())) ?? null, {
    done: null,
    onSuccess: (page) => {
      if (page !== null) location.assign(page);
    },
  });
  const removing = useAction(
    async () => {
      const active = links.filter((link) => link.active === 'true');
      const paused = active.map((link) => ({ id: link.id, active: false }));
      if (paused.length > 0) await client.PUT('/transfer-links/bulk', { body: { transfer_links: paused } });
      await routes.remove(id);
    },
    { done: 'Destination deleted' },
  );
  const isByLink = kind.by_link && routes.authorize !== null;
  return {
    setEnabled: (enabled: boolean) => enabling.mutate(enabled),
    refresh: () => refreshing.mutate(undefined),
    authorize: isByLink ? () => authorizing.mutate(undefined) : null,
    remove: onceConfirmed(
      {
        title: 'Delete this destination?',
        children: <ConnectionLosses connection={connection} />,
        confirm: 'Delete',
        isDangerous: true,
      },
      () => removing.mutate(undefined),
    ),
    isBusy: [enabling, refreshing, authorizing, removing].some(({ isPending }) => isPending),
  };
}

/** Says what is deleted with a connection, and what stays. */
function ConnectionLosses({ connection: { name, links, kind } }: { readonly connection: Connection }) {
  return (
    <Stack gap="xs">
      <div>
        <ForeignText text={name} /> and its credentials are deleted here. Nothing is deleted there: the
        transactions that were sent stay.
      </div>
      {links.length > 0 && (
        <Losses
          lines={[
            `${counted(links.length, 'transfer link')} to its ${kind.target.plural} stop, and are deleted with it.`,
            'What still waits is not sent.',
          ]}
        />
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
  const rename = useAction((body: { readonly name: string }) => ROUTES[kind.type].update(id, body), {
    done: 'Renamed',
    isErrorShown: true,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Rename the destination"
      onClose={onClose}
      onSubmit={form.onSubmit((values) => rename.mutate(values))}
      change={rename}
      submit="Rename"
    >
      <TextInput label="Name" maxLength={255} data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
