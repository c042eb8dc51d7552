import { useForm } from '@mantine/form';
import type { WebhookEndpoint } from '@tributary/client';
import { useChange } from '../elements/changes/use-change';
import { FormDialog } from '../elements/forms/change-form';
import { fieldErrors } from '../elements/problems/field-errors';
import { bodyOf, EndpointFields, VALIDATE, valuesOf } from './endpoint-fields';

interface CreateEndpointProps {
  readonly onClose: () => void;
  readonly onCreated: (endpoint: WebhookEndpoint) => void;
}

/** Adds an endpoint. */
export function CreateEndpoint({ onClose, onCreated }: CreateEndpointProps) {
  const form = useForm({ initialValues: valuesOf(null), validate: VALIDATE });
  const create = useChange('post', '/webhooks', {
    done: 'Endpoint added',
    isErrorShown: true,
    onSuccess: ({ data }) => onCreated(data),
  });
  return (
    <FormDialog
      title="Add an endpoint"
      size="lg"
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate({ body: bodyOf(values) }))}
      change={create}
      submit="Add the endpoint"
    >
      <EndpointFields form={form} errors={fieldErrors(create.error)} />
    </FormDialog>
  );
}
