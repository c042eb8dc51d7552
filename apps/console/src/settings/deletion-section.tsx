import { Button, Group, List, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { $api } from '../api/api';
import { useUser } from '../api/session';
import { Loading } from '../elements/loading';
import { Problem } from '../elements/problems/problem';
import { useChange } from '../elements/changes/use-change';
import { fieldError, isOfFields } from './field-error';
import { Section } from './section';

/** Deleting the account, after saying what goes with it. */
export function DeletionSection() {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Section
      id="deletion"
      title="Delete your account"
      description="Everything that is kept of you is deleted for good. What was sent to your budgets stays there."
    >
      <Group>
        <Button color="red" variant="outline" onClick={open}>
          Delete the account…
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={close} title="Delete your account?">
        <Deletion close={close} />
      </Modal>
    </Section>
  );
}

const ONE = { params: { query: { 'page[size]': 1 } } } as const;

/** How much goes with the account, by the words for one and for more. */
function useWhatGoes() {
  const counted = [
    ['bank connection', 'bank connections', $api.useQuery('get', '/finance/connections', ONE)],
    ['account', 'accounts', $api.useQuery('get', '/finance/accounts', ONE)],
    ['rule', 'rules', $api.useQuery('get', '/rules', ONE)],
    ['transfer link', 'transfer links', $api.useQuery('get', '/transfer-links', ONE)],
    ['webhook endpoint', 'webhook endpoints', $api.useQuery('get', '/webhooks', ONE)],
    ['token', 'tokens', $api.useQuery('get', '/tokens', ONE)],
    ['app', 'apps, with the users whom they manage', $api.useQuery('get', '/apps', ONE)],
  ] as const;
  return {
    isPending: counted.some(([, , query]) => query.isPending),
    error: counted.map(([, , query]) => query.error).find((error) => error !== null) ?? null,
    lines: counted.flatMap(([one, more, { data }]) =>
      data === undefined || data.meta.total === 0
        ? []
        : [`${data.meta.total} ${data.meta.total === 1 ? one : more}`],
    ),
  };
}

function Deletion({ close }: { readonly close: () => void }) {
  const { email } = useUser();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const { isPending, error, lines } = useWhatGoes();
  const remove = useChange('delete', '/user', {
    done: 'The account is being deleted',
    isErrorShown: true,
    // It shows how far the deletion is, without a session.
    onSuccess: ({ data }) => location.assign(`/erasures/${data.id}`),
  });
  if (isPending) return <Loading rows={3} />;
  return (
    <Stack gap="sm">
      {error !== null && <Problem error={error} />}
      {lines.length > 0 && (
        <>
          <Text size="sm">With the account go:</Text>
          <List size="sm">
            {lines.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </>
      )}
      <Text size="sm">
        Transactions and history go with them. Access at your banks ends. This cannot be undone.
      </Text>
      <TextInput
        label={`Type ${email} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        maxLength={200}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide your password' }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={fieldError(remove.error, 'current_password')}
      />
      {remove.isError && !isOfFields(remove.error, ['current_password']) && <Problem error={remove.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Keep it
        </Button>
        <Button
          color="red"
          disabled={typed.trim().toLowerCase() !== email.toLowerCase() || password === ''}
          loading={remove.isPending}
          onClick={() => remove.mutate({ body: { current_password: password } })}
        >
          Delete the account
        </Button>
      </Group>
    </Stack>
  );
}
