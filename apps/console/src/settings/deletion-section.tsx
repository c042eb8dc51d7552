import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { $api } from '../api/api';
import { useUser } from '../api/session';
import { Losses } from '../elements/changes/confirmed';
import { useChange } from '../elements/changes/use-change';
import { counted } from '../elements/counted';
import { fieldErrors, hasFieldError } from '../elements/problems/field-errors';
import { Problem } from '../elements/problems/problem';
import { allOf } from '../api/reading';
import { QueryState } from '../elements/queries/query-state';
import { Section } from '../elements/section';

/** Deletes the user's account, after saying what goes with it. */
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
        <Stack gap="sm">
          <AccountLosses />
          <Text size="sm">
            Transactions and history go with them. Access at your banks ends. This cannot be undone.
          </Text>
          <DeletionForm close={close} />
        </Stack>
      </Modal>
    </Section>
  );
}

const ONE = { params: { query: { 'page[size]': 1 } } } as const;
/** The words for one and for several of each resource, in the order of the queries. */
const WORDS = [
  ['bank connection', 'bank connections'],
  ['account', 'accounts'],
  ['rule', 'rules'],
  ['transfer link', 'transfer links'],
  ['webhook endpoint', 'webhook endpoints'],
  ['token', 'tokens'],
  ['app', 'apps, with the users whom they manage'],
] as const;

/** Counts the resources that are deleted with the account. */
function AccountLosses() {
  const lists = allOf(
    $api.useQuery('get', '/finance/connections', ONE),
    $api.useQuery('get', '/finance/accounts', ONE),
    $api.useQuery('get', '/rules', ONE),
    $api.useQuery('get', '/transfer-links', ONE),
    $api.useQuery('get', '/webhooks', ONE),
    $api.useQuery('get', '/tokens', ONE),
    $api.useQuery('get', '/apps', ONE),
  );
  return (
    <QueryState query={lists} rows={3}>
      {(all) => {
        const lines = WORDS.flatMap(([one, several], index) => {
          const total = all[index]?.meta.total ?? 0;
          return total === 0 ? [] : [counted(total, one, several)];
        });
        return lines.length === 0 ? null : (
          <>
            <Text size="sm">With the account go:</Text>
            <Losses lines={lines} />
          </>
        );
      }}
    </QueryState>
  );
}

function DeletionForm({ close }: { readonly close: () => void }) {
  const { email } = useUser();
  const form = useForm({ initialValues: { email: '', password: '' } });
  const remove = useChange('delete', '/user', {
    done: 'The account is being deleted',
    isErrorShown: true,
    // The page of the erasure shows its progress without a session.
    onSuccess: ({ data }) => location.assign(`/erasures/${data.id}`),
  });
  const isConfirmed = form.values.email.trim().toLowerCase() === email.toLowerCase();
  return (
    <form onSubmit={form.onSubmit(({ password }) => remove.mutate({ body: { current_password: password } }))}>
      <Stack gap="sm">
        <TextInput label={`Type ${email} to confirm`} autoComplete="off" {...form.getInputProps('email')} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          maxLength={200}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide your password' }}
          {...form.getInputProps('password')}
          error={fieldErrors(remove.error)['current_password']}
        />
        {remove.isError && !hasFieldError(remove.error, ['current_password']) && (
          <Problem error={remove.error} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Keep it
          </Button>
          <Button
            type="submit"
            color="red"
            disabled={!isConfirmed || form.values.password === ''}
            loading={remove.isPending}
          >
            Delete the account
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
