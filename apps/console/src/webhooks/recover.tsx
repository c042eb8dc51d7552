import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { DAY_MS } from '@tributary/money';
import { useChange } from '../elements/changes/use-change';
import { counted } from '../elements/counted';
import { FormDialog } from '../elements/forms/change-form';

interface RecoverProps {
  readonly endpointId: string;
  readonly onClose: () => void;
}

/** Sends again all that failed since a time. */
export function Recover({ endpointId, onClose }: RecoverProps) {
  const [yesterday] = useState(() => localText(Date.now() - DAY_MS));
  const form = useForm({
    initialValues: { since: yesterday },
    validate: {
      since: (since) => (Number.isNaN(Date.parse(since)) ? 'Enter a date and a time.' : null),
    },
  });
  const recover = useChange('post', '/webhooks/{webhookId}/recover', {
    done: ({ data }) =>
      `${counted(data.deliveries, 'delivery is', 'deliveries are')} sent again, oldest first`,
    isErrorShown: true,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Send again all that failed"
      onClose={onClose}
      onSubmit={form.onSubmit(({ since }) =>
        recover.mutate({
          params: { path: { webhookId: endpointId } },
          body: { since: new Date(since).toISOString() },
        }),
      )}
      change={recover}
      submit="Send again"
    >
      <Text size="sm">
        Every delivery that failed, or was not sent because the endpoint was off, is sent again in the
        background.
      </Text>
      <TextInput type="datetime-local" label="Made since" data-autofocus {...form.getInputProps('since')} />
    </FormDialog>
  );
}

/** A moment as the value of a field for local times: `2026-11-23T16:05`. */
function localText(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000;
  return new Date(atMs - offsetMs).toISOString().slice(0, 16);
}
