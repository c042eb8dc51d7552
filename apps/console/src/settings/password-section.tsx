import { Button, Checkbox, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Problem } from '../elements/problems/problem';
import { useChange } from '../elements/changes/use-change';
import { fieldError, isOfFields } from './field-error';
import { Section } from './section';

const LENGTH_MIN = 10;
const LENGTH_MAX = 200;

/** A new password, and what ends with the old one. */
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
      body: {
        password: next,
        current_password: current,
        end: (['sessions', 'tokens', 'grants'] as const).filter((one) => ends[one]),
      },
    }),
  );
  const error = (field: string) => fieldError(change.error, field);
  const toggle = (label: string) => ({ 'aria-label': label });
  return (
    <Section id="password" title="Password">
      <form onSubmit={save}>
        <Stack gap="sm" align="flex-start">
          <PasswordInput
            label="Present password"
            autoComplete="current-password"
            required
            maxLength={LENGTH_MAX}
            w="100%"
            maw="24rem"
            visibilityToggleButtonProps={toggle('Show or hide the present password')}
            {...form.getInputProps('current')}
            error={error('current_password')}
          />
          <PasswordInput
            label="New password"
            description={`At least ${LENGTH_MIN} characters.`}
            autoComplete="new-password"
            required
            maxLength={LENGTH_MAX}
            w="100%"
            maw="24rem"
            visibilityToggleButtonProps={toggle('Show or hide the new password')}
            {...form.getInputProps('next')}
            error={form.errors['next'] ?? error('password')}
          />
          <Stack gap="xs" role="group" aria-label="What ends with the old password">
            <Checkbox
              label="Sign out everywhere else"
              {...form.getInputProps('sessions', { type: 'checkbox' })}
            />
            <Checkbox label="Revoke all my tokens" {...form.getInputProps('tokens', { type: 'checkbox' })} />
            <Checkbox
              label="End the access of all apps"
              {...form.getInputProps('grants', { type: 'checkbox' })}
            />
          </Stack>
          {change.isError && !isOfFields(change.error, ['password', 'current_password']) && (
            <Problem error={change.error} />
          )}
          <Button type="submit" variant="default" loading={change.isPending}>
            Change password
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
