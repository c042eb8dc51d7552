import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import type { WebhookEndpoint } from '@tributary/client';
import { useState } from 'react';
import { confirmed } from '../elements/changes/confirmed';
import { momentText } from '../elements/dates/dates';
import { fieldErrors } from '../elements/problems/field-errors';
import { Problem } from '../elements/problems/problem';
import { ShownOnce } from '../elements/shown-once';
import { useChange } from '../elements/changes/use-change';
import { bodyOf, EndpointFields, VALIDATE, valuesOf } from './endpoint-fields';

const route = getRouteApi('/webhooks/$endpointId');

/** What can be changed of an endpoint. */
export function EndpointSettings({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <Stack gap="lg">
      {/* The form alone begins again with what was saved: a new secret stays in sight until it is copied. */}
      <EndpointForm key={JSON.stringify(valuesOf(endpoint))} endpoint={endpoint} />
      <Secret endpoint={endpoint} />
      <OffAndDelete endpoint={endpoint} />
    </Stack>
  );
}

function EndpointForm({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const form = useForm({ initialValues: valuesOf(endpoint), validate: VALIDATE });
  const params = { path: { webhookId: endpoint.id } };
  const save = useChange('put', '/webhooks/{webhookId}', { done: 'Endpoint saved', isErrorShown: true });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate({ params, body: bodyOf(values) }))}>
      <Stack>
        <EndpointFields form={form} errors={fieldErrors(save.error)} />
        {save.isError && <Problem error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Secret({ endpoint: { id } }: { readonly endpoint: WebhookEndpoint }) {
  const [shown, setShown] = useState<{ secret: string; until: string | undefined } | null>(null);
  const rotate = useChange('post', '/webhooks/{webhookId}/rotate-secret', {
    done: 'Secret rotated',
    onSuccess: ({ data }) => setShown({ secret: data.secret ?? '', until: data.previous_secret_valid_until }),
  });
  const onRotate = async () => {
    const title = 'Make a new signing secret?';
    const children =
      'For 24 hours every request is signed with both secrets, so that your program can change over.';
    if (await confirmed({ title, children, confirm: 'Make a new secret' })) {
      rotate.mutate({ params: { path: { webhookId: id } } });
    }
  };
  return (
    <Paper>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">
          Signing secret
        </Title>
        <Text size="sm">
          It was shown when the endpoint was added. It cannot be shown again, but replaced.
        </Text>
        <Button variant="default" loading={rotate.isPending} onClick={() => void onRotate()}>
          Make a new secret
        </Button>
      </Stack>
      <ShownOnce title="New signing secret" secret={shown?.secret ?? null} onClose={() => setShown(null)}>
        {shown?.until === undefined
          ? 'Give it to the program behind the endpoint.'
          : `The old secret signs too until ${momentText(shown.until)}.`}
      </ShownOnce>
    </Paper>
  );
}

function OffAndDelete({ endpoint: { id, enabled } }: { readonly endpoint: WebhookEndpoint }) {
  const navigate = route.useNavigate();
  const params = { path: { webhookId: id } };
  const change = useChange('put', '/webhooks/{webhookId}', {
    done: enabled ? 'Endpoint switched off' : 'Endpoint switched on',
  });
  const remove = useChange('delete', '/webhooks/{webhookId}', {
    done: 'Endpoint deleted',
    onSuccess: () => navigate({ to: '/webhooks' }),
  });
  const onSwitch = async () => {
    const title = 'Switch the endpoint off?';
    const children = 'What waits for it is not sent. You can send it again once the endpoint is on.';
    if (!enabled || (await confirmed({ title, children, confirm: 'Switch off' }))) {
      change.mutate({ params, body: { enabled: !enabled } });
    }
  };
  const onDelete = async () => {
    const title = 'Delete the endpoint?';
    const children = 'Nothing is sent there any more, and the list of its deliveries is deleted with it.';
    if (await confirmed({ title, children, confirm: 'Delete', isDangerous: true })) remove.mutate({ params });
  };
  return (
    <Group>
      <Button variant="default" loading={change.isPending} onClick={() => void onSwitch()}>
        {enabled ? 'Switch off' : 'Switch on'}
      </Button>
      <Button color="red" variant="light" loading={remove.isPending} onClick={() => void onDelete()}>
        Delete
      </Button>
    </Group>
  );
}
