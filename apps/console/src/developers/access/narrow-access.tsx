import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core';
import type { Grant, PersonalAccessToken } from '@tributary/client';
import { useState } from 'react';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { AccountsInput } from './accounts-input';
import { endOfDay } from './end-of-day';
import { ScopesInput } from './scopes-input';
import type { Scope } from './scopes';

/** Takes scopes and accounts from an app, or lets its access end earlier. */
export function NarrowGrant({ grant, onClose }: { readonly grant: Grant; readonly onClose: () => void }) {
  const change = useChange('put', '/grants/{grantId}', {
    done: 'Access changed',
    isErrorShown: true,
    onSuccess: onClose,
  });
  const save = ({ name, scopes, ...more }: Narrowed) =>
    change.mutate({
      params: { path: { grantId: grant.id } },
      body: { ...more, name: name === grant.app_name ? null : name, scopes: scopes ?? grant.scopes },
    });
  return (
    <NarrowAccess
      title={`Access of ${grant.name}`}
      given={grant}
      error={change.error}
      isSaving={change.isPending}
      onSave={save}
      onClose={onClose}
    />
  );
}

interface NarrowTokenProps {
  readonly token: PersonalAccessToken;
  readonly onClose: () => void;
}

/** Takes scopes and accounts from a token, or lets it end earlier. */
export function NarrowToken({ token, onClose }: NarrowTokenProps) {
  const change = useChange('put', '/tokens/{tokenId}', {
    done: 'Token changed',
    isErrorShown: true,
    onSuccess: onClose,
  });
  return (
    <NarrowAccess
      title={`Change ${token.name}`}
      given={token}
      error={change.error}
      isSaving={change.isPending}
      onSave={(body) => change.mutate({ params: { path: { tokenId: token.id } }, body })}
      onClose={onClose}
    />
  );
}

/** What stays of an access. Null: all. */
interface Narrowed {
  readonly name: string;
  readonly scopes: Scope[] | null;
  readonly financial_accounts: string[] | null;
  readonly expires_at?: string;
}

interface NarrowAccessProps {
  readonly title: string;
  readonly given: Pick<PersonalAccessToken, 'name' | 'scopes' | 'financial_accounts'>;
  readonly error: unknown;
  readonly isSaving: boolean;
  readonly onSave: (narrowed: Narrowed) => void;
  readonly onClose: () => void;
}

function NarrowAccess({ title, given, error, isSaving, onSave, onClose }: NarrowAccessProps) {
  const [name, setName] = useState(given.name);
  const [isAll, setAll] = useState(given.scopes === null);
  const [scopes, setScopes] = useState(given.scopes ?? []);
  const [accountIds, setAccountIds] = useState(given.financial_accounts ?? []);
  const [endDay, setEndDay] = useState('');
  const hasAllAccounts = given.financial_accounts === null;
  const save = () =>
    onSave({
      name: name.trim(),
      scopes: isAll ? null : scopes,
      financial_accounts: accountIds.length === 0 && hasAllAccounts ? null : accountIds,
      ...(endDay === '' ? {} : { expires_at: endOfDay(endDay) }),
    });
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {given.scopes === null && (
            <Switch
              label="May do everything that you may, with tokens and apps too"
              checked={isAll}
              onChange={({ currentTarget }) => setAll(currentTarget.checked)}
            />
          )}
          {!isAll && <ScopesInput label="It may" value={scopes} among={given.scopes} onChange={setScopes} />}
          <AccountsInput
            label="Accounts"
            description={
              hasAllAccounts
                ? 'None chosen: all accounts, those that come later too.'
                : 'Of the accounts that it has.'
            }
            value={accountIds}
            among={given.financial_accounts}
            onChange={setAccountIds}
          />
          <TextInput
            type="date"
            label="Ends on"
            description="It can only end earlier. Without a day the end stays."
            value={endDay}
            onChange={({ currentTarget }) => setEndDay(currentTarget.value)}
          />
          {error !== null && <Problem error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving} disabled={!isAll && scopes.length === 0}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
