import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import type { WebhookEndpoint } from '@tributary/client';
import { useState } from 'react';
import { onceConfirmed } from '../elements/changes/confirmed';
import { momentText } from '../elements/dates/dates';
import { SettingsForm } from '../elements/forms/change-form';
import { fieldErrors } from '../elements/problems/field-errors';
import { Section } from '../elements/section';
import { ShownOnce } from '../elements/shown-once';
import { useChange } from '../elements/changes/use-change';
import { bodyOf, EndpointFields, VALIDATE, valuesOf } from './endpoint-fields';

const route = getRouteApi('/webhooks/$endpointId');

/** The settings of an endpoint, its secret, and the buttons that switch it off or delete it. */
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
    <SettingsForm
      form={form}
      onSubmit={form.onSubmit((values) => save.mutate({ params, body: bodyOf(values) }))}
      change={save}
    >
      <EndpointFields form={form} errors={fieldErrors(save.error)} />
    </SettingsForm>
  );
}

function Secret({ endpoint: { id } }: { readonly endpoint: WebhookEndpoint }) {
  const [shown, setShown] = useState<{ secret: string; until: string | undefined } | null>(null);
  const rotate = useChange('post', '/webhooks/{webhookId}/rotate-secret', {
    done: 'Secret rotated',
    onSuccess: ({ data }) => setShown({ secret: data.secret ?? '', until: data.previous_secret_valid_until }),
  });
  const onRotate = onceConfirmed(
    {
      title: 'Make a new signing secret?',
      children:
        'For 24 hours every request is signed with both secrets, so that your program can change over.',
      confirm: 'Make a new secret',
    },
    () => rotate.mutate({ params: { path: { webhookId: id } } }),
  );
  return (
    <Section title="Signing secret">
      <Text size="sm">It was shown when the endpoint was added. It cannot be shown again, but replaced.</Text>
      <Group>
        <Button variant="default" loading={rotate.isPending} onClick={onRotate}>
          Make a new secret
        </Button>
      </Group>
      <ShownOnce title="New signing secret" secret={shown?.secret ?? null} onClose={() => setShown(null)}>
        {shown?.until === undefined
          ? 'Give it to the program behind the endpoint.'
          : `The old secret signs too until ${momentText(shown.until)}.`}
      </ShownOnce>
    </Section>
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
  const switchOn = () => change.mutate({ params, body: { enabled: true } });
  const switchOff = onceConfirmed(
    {
      title: 'Switch the endpoint off?',
      children: 'What waits for it is not sent. You can send it again once the endpoint is on.',
      confirm: 'Switch off',
    },
    () => change.mutate({ params, body: { enabled: false } }),
  );
  const onDelete = onceConfirmed(
    {
      title: 'Delete the endpoint?',
      children: 'Nothing is sent there any more, and the list of its deliveries is deleted with it.',
      confirm: 'Delete',
      isDangerous: true,
    },
    () => remove.mutate({ params }),
  );
  return (
    <Group>
      <Button variant="default" loading={change.isPending} onClick={enabled ? switchOff : switchOn}>
        {enabled ? 'Switch off' : 'Switch on'}
      </Button>
      <Button color="red" variant="light" loading={remove.isPending} onClick={onDelete}>
        Delete
      </Button>
    </Group>
  );
}
