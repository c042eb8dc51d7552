import { useForm } from '@mantine/form';
import { useChange } from '../elements/changes/use-change';
import { FormDialog } from '../elements/forms/change-form';
import { AccessFields, hasScopes, NO_ACCESS, restrictionsOf } from './access/access-fields';

interface NewTokenProps {
  readonly onClose: () => void;
  /** Gets the text of the token. */
  readonly onMade: (secret: string) => void;
}

/** Makes a token that may do no more than it needs. */
export function NewToken({ onClose, onMade }: NewTokenProps) {
  const form = useForm({ initialValues: NO_ACCESS });
  const create = useChange('post', '/tokens', {
    done: 'Token made',
    isErrorShown: true,
    onSuccess: ({ data }) => onMade(data.token ?? ''),
  });
  return (
    <FormDialog
      title="New token"
      size="lg"
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate({ body: restrictionsOf(values) }))}
      change={create}
      submit="Make the token"
      isDisabled={!hasScopes(form.values)}
    >
      <AccessFields
        form={form}
        nameDescription="The program that uses it."
        canBeUnrestricted
        endDescription="Without a day it ends after one year."
      />
    </FormDialog>
  );
}
