import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import type { components } from '@tributary/client';
import { useState } from 'react';
import { Problem } from '../elements/problem';
import { useChange } from '../elements/use-change';
import { AccountsInput } from './accounts-input';
import { endOfDay } from './end-of-day';
import { ScopesInput } from './scopes-input';

interface NarrowGrantProps {
  readonly grant: components['schemas']['Grant'];
  readonly onClose: () => void;
}

/** Takes scopes and accounts from an app, or lets its access end earlier. */
export function NarrowGrant({ grant, onClose }: NarrowGrantProps) {
  const [name, setName] = useState(grant.name);
  const [scopes, setScopes] = useState(grant.scopes);
  const [accountIds, setAccountIds] = useState(grant.financial_accounts ?? []);
  const [endDay, setEndDay] = useState('');
  const change = useChange('put', '/grants/{grantId}', {
    done: 'Access changed',
    isErrorShown: true,
    onSuccess: onClose,
  });
  const save = () =>
    change.mutate({
      params: { path: { grantId: grant.id } },
      body: {
        name: name.trim(),
        scopes,
        financial_accounts: accountIds.length === 0 && grant.financial_accounts === null ? null : accountIds,
        ...(endDay === '' ? {} : { expires_at: endOfDay(endDay) }),
      },
    });
  return (
    <Modal opened onClose={onClose} title={`Access of ${grant.name}`} size="lg">
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
          <ScopesInput label="It may" value={scopes} among={grant.scopes} onChange={setScopes} />
          <AccountsInput
            label="Accounts"
            description={
              grant.financial_accounts === null
                ? 'None chosen: all accounts, those that come later too.'
                : 'Of the accounts that it has.'
            }
            value={accountIds}
            among={grant.financial_accounts}
            onChange={setAccountIds}
          />
          <TextInput
            type="date"
            label="Ends on"
            description="It can only end earlier. Without a day the end stays."
            value={endDay}
            onChange={({ currentTarget }) => setEndDay(currentTarget.value)}
          />
          {change.isError && <Problem error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending} disabled={scopes.length === 0}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
