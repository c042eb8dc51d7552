import { Button, Group, Stack, Text } from '@mantine/core';
import type { PersonalAccessToken } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { onceConfirmed } from '../elements/changes/confirmed';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { ForeignText } from '../elements/foreign-text';
import { Nothing } from '../elements/nothing';
import { QueryState } from '../elements/queries/query-state';
import { ShownOnce } from '../elements/shown-once';
import { Status } from '../elements/status';
import { actionsColumn, DataTable, RowButton, type Column } from '../elements/tables/data-table';
import { Extent } from './access/extent';
import { NarrowToken } from './access/narrow-access';
import { useForm } from '@mantine/form';
import { FormDialog } from '../elements/forms/change-form';
import { AccessFields, hasScopes, NO_ACCESS, restrictionsOf } from './access/access-fields';

const COLUMNS: readonly Column<PersonalAccessToken>[] = [
  { title: 'Name', cell: ({ name }) => <ForeignText text={name} /> },
  {
    title: 'May',
    cell: ({ scopes, financial_accounts: ids }) => <Extent scopes={scopes} accountIds={ids} />,
  },
  { title: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'never' : <When at={at} />) },
  { title: 'Ends', cell: ({ expires_at: at }) => <When at={at} /> },
  { title: 'Status', cell: (token) => <TokenStatus token={token} /> },
];

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
      <ShownOnce title="Your new token" secret={secret} onClose={() => setSecret(null)}>
        Send it as “Authorization: Bearer …”.
      </ShownOnce>
      {isMaking && (
        <NewToken
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setSecret(made);
          }}
        />
      )}
      <QueryState
        query={tokens}
        empty={
          <Nothing title="No tokens yet">Make one for each program, so that you can revoke it alone.</Nothing>
        }
      >
        {({ data }) => <TokenTable tokens={data} />}
      </QueryState>
    </Stack>
  );
}

function TokenTable({ tokens }: { readonly tokens: readonly PersonalAccessToken[] }) {
  const [narrowed, setNarrowed] = useState<PersonalAccessToken | null>(null);
  const actions = actionsColumn<PersonalAccessToken>((token) => (
    <TokenActs token={token} onNarrow={() => setNarrowed(token)} />
  ));
  return (
    <>
      {narrowed !== null && <NarrowToken token={narrowed} onClose={() => setNarrowed(null)} />}
      <DataTable
        label="Tokens"
        columns={[...COLUMNS, actions]}
        rows={tokens}
        keyOf={({ id }) => id}
        minWidth={720}
      />
    </>
  );
}

interface TokenActsProps {
  readonly token: PersonalAccessToken;
  readonly onNarrow: () => void;
}

function TokenActs({ token, onNarrow }: TokenActsProps) {
  const { id, name } = token;
  const params = { path: { tokenId: id } };
  const revoke = useChange('post', '/tokens/{tokenId}/revoke', { done: 'Token revoked' });
  const remove = useChange('delete', '/tokens/{tokenId}', { done: 'Token deleted' });
  const onRevoke = onceConfirmed(
    {
      title: 'Revoke this token?',
      children: `Programs that use “${name}” are refused from now on. This cannot be undone.`,
      confirm: 'Revoke',
      isDangerous: true,
    },
    () => revoke.mutate({ params }),
  );
  if (!isLive(token)) {
    return <RowButton words="Delete" label={`Delete ${name}`} onClick={() => remove.mutate({ params })} />;
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <RowButton words="Change" label={`Change ${name}`} onClick={onNarrow} />
      <RowButton words="Revoke" label={`Revoke ${name}`} onClick={onRevoke} />
    </Group>
  );
}

function TokenStatus({ token }: { readonly token: PersonalAccessToken }) {
  if (token.revoked_at !== null) return <Status kind="bad" label="Revoked" />;
  return isLive(token) ? <Status kind="good" label="In use" /> : <Status kind="paused" label="Ended" />;
}

function isLive({ revoked_at, expires_at }: PersonalAccessToken): boolean {
  return revoked_at === null && new Date(expires_at).getTime() > Date.now();
}

interface NewTokenProps {
  readonly onClose: () => void;
  /** Gets the text of the token. */
  readonly onMade: (secret: string) => void;
}

/** Makes a token that may do no more than it needs. */
function NewToken({ onClose, onMade }: NewTokenProps) {
  const form = useForm({ initialValues: NO_ACCESS });
  const create = useChange('post', '/tokens', {
    done: 'Token made',
    isErrorShown: true,
    onSuccess: ({ data }) => onMade(data.token ?? ''),
  });
  return (
    <FormDialog
      title="New token"
      size="lg"
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate({ body: restrictionsOf(values) }))}
      change={create}
      submit="Make the token"
      isDisabled={!hasScopes(form.values)}
    >
      <AccessFields
        form={form}
        nameDescription="The program that uses it."
        canBeUnrestricted
        endDescription="Without a day it ends after one year."
      />
    </FormDialog>
  );
}
