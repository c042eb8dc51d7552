import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FinancialConnection } from '@tributary/client';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import type { DialogProps } from '../dialog';

/** A name of the user's own for a connection. */
export function RenameConnection({
  connection,
  isOpen,
  close,
}: DialogProps & { readonly connection: FinancialConnection }) {
  const form = useForm({ initialValues: { name: connection.name ?? '' } });
  const rename = useChange('put', '/finance/connections/{connectionId}', {
    done: 'Renamed',
    isErrorShown: true,
    onSuccess: close,
  });
  return (
    <Modal opened={isOpen} onClose={close} title="Rename">
      <form
        onSubmit={form.onSubmit(({ name }) =>
          rename.mutate({ params: { path: { connectionId: connection.id } }, body: { name } }),
        )}
      >
        <TextInput
          data-autofocus
          label="Name"
          description="Leave it empty for the institution's own name."
          maxLength={255}
          {...form.getInputProps('name')}
        />
        {rename.isError && <Problem error={rename.error} />}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={rename.isPending}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
