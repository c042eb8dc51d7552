import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Problem } from '../elements/problems/problem';
import { useChange } from '../elements/changes/use-change';
import { AccountsInput } from './access/accounts-input';
import { endOfDay } from './access/end-of-day';
import { ScopesInput } from './access/scopes-input';
import type { Scope } from './access/scopes';

interface NewTokenProps {
  readonly onClose: () => void;
  /** With the token itself. */
  readonly onMade: (secret: string) => void;
}

/** Makes a token that may do no more than it needs. */
export function NewToken({ onClose, onMade }: NewTokenProps) {
  const [name, setName] = useState('');
  const [isAll, setAll] = useState(false);
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [accountIds, setAccountIds] = useState<string[]>([]);
  const [endDay, setEndDay] = useState('');
  const create = useChange('post', '/tokens', {
    done: 'Token made',
    isErrorShown: true,
    onSuccess: ({ data }) => onMade(data.token ?? ''),
  });
  const save = () =>
    create.mutate({
      body: {
        name: name.trim(),
        scopes: isAll ? null : scopes,
        financial_accounts: accountIds.length === 0 ? null : accountIds,
        ...(endDay === '' ? {} : { expires_at: endOfDay(endDay) }),
      },
    });
  return (
    <Modal opened onClose={onClose} title="New token" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            description="The program that uses it."
            required
            data-autofocus
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Switch
            label="May do everything that you may, with tokens and apps too"
            checked={isAll}
            onChange={({ currentTarget }) => setAll(currentTarget.checked)}
          />
          {!isAll && <ScopesInput label="It may" value={scopes} among={null} onChange={setScopes} />}
          <AccountsInput
            label="Accounts"
            description="None chosen: all accounts, those that come later too."
            value={accountIds}
            among={null}
            onChange={setAccountIds}
          />
          <TextInput
            type="date"
            label="Ends on"
            description="Without a day it ends after one year."
            value={endDay}
            onChange={({ currentTarget }) => setEndDay(currentTarget.value)}
          />
          {create.isError && <Problem error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={!isAll && scopes.length === 0}>
              Make the token
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
