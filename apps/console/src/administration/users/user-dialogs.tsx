import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AdministeredUser } from '@tributary/client';
import { useChange } from '../../elements/changes/use-change';
import { FormDialog } from '../../elements/forms/change-form';
import { valuesOf } from '../../elements/forms/choices';
import type { DialogProps } from '../../elements/forms/dialog';
import { PLANS } from './users-table';
import type { ShownSecret } from '../../elements/shown-once';

interface SecretDialogProps extends DialogProps {
  readonly onSecret: (secret: ShownSecret) => void;
}

/** Creates a user with a generated password. */
export function CreateUser({ isOpen, close, onSecret }: SecretDialogProps) {
  const form = useForm<{ name: string; email: string; plan: AdministeredUser['plan'] }>({
    initialValues: { name: '', email: '', plan: 'FREE' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter the name' : null),
      email: (email) => (email.includes('@') ? null : 'Enter the e-mail address'),
    },
  });
  const create = useChange('post', '/admin/users', {
    done: 'User created',
    isErrorShown: true,
    onSuccess: ({ data: { password } }, { body }) => {
      close();
      form.reset();
      onSecret({ title: `Password of ${body.name}`, text: password });
    },
  });
  return (
    <FormDialog
      title="Create a user"
      isOpen={isOpen}
      onClose={close}
      onSubmit={form.onSubmit((body) => create.mutate({ body }))}
      change={create}
      submit="Create"
    >
      <Text size="sm">The password is generated, and shown once.</Text>
      <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <TextInput label="E-mail address" type="email" maxLength={254} {...form.getInputProps('email')} />
      <NativeSelect label="Plan" data={[...valuesOf(PLANS)]} {...form.getInputProps('plan')} />
    </FormDialog>
  );
}

/** Makes a link with which one person creates an account. */
export function InviteUser({ isOpen, close, onSecret }: SecretDialogProps) {
  const form = useForm<{ email: string; days: number | string }>({
    initialValues: { email: '', days: 7 },
    validate: {
      email: (email) => (email === '' || email.includes('@') ? null : 'This is no e-mail address'),
      days: (days) => (typeof days === 'number' ? null : 'Enter a number of days'),
    },
  });
  const invite = useChange('post', '/admin/invitations', {
    done: 'Invitation created',
    isErrorShown: true,
    onSuccess: ({ data: { url } }) => {
      close();
      form.reset();
      onSecret({ title: 'Link to create an account', text: url });
    },
  });
  const send = form.onSubmit(({ email, days }) =>
    invite.mutate({ body: { days: Number(days), ...(email === '' ? {} : { email }) } }),
  );
  return (
    <FormDialog
      title="Invite somebody"
      isOpen={isOpen}
      onClose={close}
      onSubmit={send}
      change={invite}
      submit="Create the link"
    >
      <Text size="sm">You get a link with which one person creates an account.</Text>
      <TextInput
        label="E-mail address"
        description="The only address that may use it. Leave it empty for any."
        type="email"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <NumberInput
        label="Valid for days"
        min={1}
        max={90}
        allowDecimal={false}
        {...form.getInputProps('days')}
      />
    </FormDialog>
  );
}
