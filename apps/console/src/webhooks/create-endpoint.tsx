import { Button, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { WebhookEndpoint } from '@tributary/client';
import { fieldErrors } from '../elements/problems/field-errors';
import { Problem } from '../elements/problems/problem';
import { useChange } from '../elements/changes/use-change';
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
    <Modal opened onClose={onClose} title="Add an endpoint" size="lg">
      <form onSubmit={form.onSubmit((values) => create.mutate({ body: bodyOf(values) }))}>
        <Stack>
          <EndpointFields form={form} errors={fieldErrors(create.error)} />
          {create.isError && <Problem error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Add the endpoint
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
