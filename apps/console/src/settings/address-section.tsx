import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { $api } from '../api/api';
import { useChange } from '../elements/changes/use-change';
import { ForeignText } from '../elements/foreign-text';
import { ChangeForm } from '../elements/forms/change-form';
import { fieldErrors } from '../elements/problems/field-errors';
import { QueryState } from '../elements/queries/query-state';
import { Section } from '../elements/section';
import { Status } from '../elements/status';

/** The address with which the user signs in, whether it is confirmed, and the address that will replace it. */
export function AddressSection() {
  const settings = $api.useQuery('get', '/user/notices');
  return (
    <Section id="address" title="E-mail address">
      <QueryState query={settings} rows={2}>
        {({ data }) => (
          <>
            <PresentAddress {...data} />
            <AddressForm sendsMail={data.sends_mail} />
          </>
        )}
      </QueryState>
    </Section>
  );
}

interface AddressProps {
  readonly sends_mail: boolean;
  readonly email: string | null;
  readonly email_confirmed: boolean;
  readonly new_email: string | null;
}

function PresentAddress({
  sends_mail: sendsMail,
  email,
  email_confirmed: isConfirmed,
  new_email: next,
}: AddressProps) {
  const again = useChange('post', '/user/email-confirmation', { done: 'The mail is on its way' });
  const isWaiting = sendsMail && (next !== null || !isConfirmed);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600}>
          <ForeignText text={email ?? ''} />
        </Text>
        {sendsMail && (
          <Status
            kind={isConfirmed ? 'good' : 'warning'}
            label={isConfirmed ? 'Confirmed' : 'Not confirmed'}
          />
        )}
      </Group>
      {isWaiting && (
        <Alert color="yellow" title="One step is left">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              Open the link in the mail to <ForeignText text={next ?? email ?? ''} />.{' '}
              {next === null
                ? 'Until then you get no notices, and a forgotten password cannot be reset by mail.'
                : 'Until then your present address stays.'}
            </Text>
            <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate({})}>
              Send the mail again
            </Button>
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

function AddressForm({ sendsMail }: { readonly sendsMail: boolean }) {
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: (value) => (value.includes('@') ? null : 'Enter an e-mail address.') },
  });
  const change = useChange('put', '/user', {
    done: sendsMail ? 'Look into the mail of the new address' : 'Address saved, if no other account has it',
    isErrorShown: true,
    onSuccess: () => form.reset(),
  });
  const errors = fieldErrors(change.error);
  return (
    <ChangeForm
      onSubmit={form.onSubmit(({ email, password }) =>
        change.mutate({ body: { email, current_password: password } }),
      )}
      change={change}
      ownErrors={['email', 'current_password']}
      submit="Change address"
      variant="default"
    >
      <Group gap="sm" align="flex-start" w="100%">
        <TextInput
          label="New address"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          flex="1 1 14rem"
          {...form.getInputProps('email')}
          error={form.errors['email'] ?? errors['email']}
        />
        <PasswordInput
          label="Your password, to change the address"
          autoComplete="current-password"
          required
          maxLength={200}
          flex="1 1 14rem"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide your password' }}
          {...form.getInputProps('password')}
          error={errors['current_password']}
        />
      </Group>
    </ChangeForm>
  );
}
