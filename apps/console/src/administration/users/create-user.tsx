import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import type { ShownSecret } from './show-once';

interface DialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly onSecret: (secret: ShownSecret) => void;
}

const PLANS = ['FREE', 'PLUS', 'PRO'] as const;

/** A user with a generated password. */
export function CreateUser({ isOpen, close, onSecret }: DialogProps) {
  const form = useForm({
    initialValues: { name: '', email: '', plan: 'FREE' as (typeof PLANS)[number] },
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
      onSecret({ label: `Password of ${body.name}`, text: password });
    },
  });
  return (
    <Modal opened={isOpen} onClose={close} title="Create a user">
      <form onSubmit={form.onSubmit((body) => create.mutate({ body }))}>
        <Stack>
          <Text size="sm">The password is generated, and shown once.</Text>
          <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />
          <TextInput label="E-mail address" type="email" maxLength={254} {...form.getInputProps('email')} />
          <NativeSelect label="Plan" data={[...PLANS]} {...form.getInputProps('plan')} />
          {create.isError && <Problem error={create.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
