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

/** A dialog that sends again every delivery that failed, or that the endpoint missed while it was off, since a time. */
export function Recover({ endpointId, onClose }: RecoverProps) {
  const [yesterday] = useState(() => localDateTime(Date.now() - DAY_MS));
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
      <TextInput
        type="datetime-local"
        label="Deliveries since"
        data-autofocus
        {...form.getInputProps('since')}
      />
    </FormDialog>
  );
}

/** Returns a moment as the value of a `datetime-local` input, in local time: `2026-11-23T16:05`. */
function localDateTime(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000;
  return new Date(atMs - offsetMs).toISOString().slice(0, 16);
}
