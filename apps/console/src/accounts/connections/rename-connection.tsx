import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FinancialConnection } from '@tributary/client';
import { useChange } from '../../elements/changes/use-change';
import { FormDialog } from '../../elements/forms/change-form';
import type { DialogProps } from '../../elements/forms/dialog';

interface RenameConnectionProps extends DialogProps {
  readonly connection: FinancialConnection;
}

/** Gives a connection a name of the user's own. */
export function RenameConnection({ connection, isOpen, close }: RenameConnectionProps) {
  const form = useForm({ initialValues: { name: connection.name ?? '' } });
  const rename = useChange('put', '/finance/connections/{connectionId}', {
    done: 'Renamed',
    isErrorShown: true,
    onSuccess: close,
  });
  return (
    <FormDialog
      title="Rename"
      isOpen={isOpen}
      onClose={close}
      onSubmit={form.onSubmit((body) =>
        rename.mutate({ params: { path: { connectionId: connection.id } }, body }),
      )}
      change={rename}
      submit="Save"
    >
      <TextInput
        data-autofocus
        label="Name"
        description="Leave it empty for the institution's own name."
        maxLength={255}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
