import { Button, Group, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import type { ShownSecret } from './show-once';

interface DialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly onSecret: (secret: ShownSecret) => void;
}

/** A link with which somebody creates an account, once. */
export function InviteUser({ isOpen, close, onSecret }: DialogProps) {
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
      onSecret({ label: 'Link to create an account', text: url });
    },
  });
  const send = form.onSubmit(({ email, days }) =>
    invite.mutate({ body: { days: Number(days), ...(email === '' ? {} : { email }) } }),
  );
  return (
    <Modal opened={isOpen} onClose={close} title="Invite somebody">
      <form onSubmit={send}>
        <Stack>
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
          {invite.isError && <Problem error={invite.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={invite.isPending}>
              Create the link
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
