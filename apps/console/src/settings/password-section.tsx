import { Checkbox, PasswordInput, Stack, type PasswordInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../elements/changes/use-change';
import { ChangeForm } from '../elements/forms/change-form';
import { fieldErrors } from '../elements/problems/field-errors';
import { Section } from '../elements/section';

const LENGTH_MIN = 10;
const LENGTH_MAX = 200;
/** The accesses that can end with the old password. */
const ENDS = {
  sessions: 'Sign out everywhere else',
  tokens: 'Revoke all my tokens',
  grants: 'End the access of all apps',
} as const;
const END_NAMES = ['sessions', 'tokens', 'grants'] as const satisfies readonly (keyof typeof ENDS)[];

/** Changes the password, and ends accesses that were given with the old one. */
export function PasswordSection() {
  const form = useForm({
    initialValues: { current: '', next: '', sessions: true, tokens: false, grants: false },
    validate: {
      next: (value) =>
        value.length < LENGTH_MIN ? `Choose a password of at least ${LENGTH_MIN} characters.` : null,
    },
  });
  const change = useChange('put', '/user', {
    done: 'Password changed',
    isErrorShown: true,
    onSuccess: () => form.reset(),
  });
  const save = form.onSubmit(({ current, next, ...ends }) =>
    change.mutate({
      body: { password: next, current_password: current, end: END_NAMES.filter((name) => ends[name]) },
    }),
  );
  const errors = fieldErrors(change.error);
  return (
    <Section id="password" title="Password">
      <ChangeForm
        onSubmit={save}
        change={change}
        ownErrors={['password', 'current_password']}
        submit="Change password"
        variant="default"
      >
        <Password
          label="Present password"
          autoComplete="current-password"
          {...form.getInputProps('current')}
          error={errors['current_password']}
        />
        <Password
          label="New password"
          description={`At least ${LENGTH_MIN} characters.`}
          autoComplete="new-password"
          {...form.getInputProps('next')}
          error={form.errors['next'] ?? errors['password']}
        />
        <Stack gap="xs" role="group" aria-label="What ends with the old password">
          {END_NAMES.map((name) => (
            <Checkbox key={name} label={ENDS[name]} {...form.getInputProps(name, { type: 'checkbox' })} />
          ))}
        </Stack>
      </ChangeForm>
    </Section>
  );
}

function Password({ label, ...input }: PasswordInputProps & { readonly label: string }) {
  return (
    <PasswordInput
      label={label}
      required
      maxLength={LENGTH_MAX}
      w="100%"
      maw="24rem"
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide the ${label.toLowerCase()}` }}
      {...input}
    />
  );
}
