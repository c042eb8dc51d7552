import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DAY_MS } from '@tributary/money';
import { Problem } from '../elements/problems/problem';
import { useChange } from '../elements/changes/use-change';

/** Sends again all that failed since a time. */
export function Recover({
  endpointId,
  onClose,
}: {
  readonly endpointId: string;
  readonly onClose: () => void;
}) {
  const [since, setSince] = useState(() => localText(Date.now() - DAY_MS));
  const recover = useChange('post', '/webhooks/{webhookId}/recover', {
    done: ({ data }) =>
      `${data.deliveries} ${data.deliveries === 1 ? 'delivery is' : 'deliveries are'} sent again, oldest first`,
    isErrorShown: true,
    onSuccess: onClose,
  });
  const at = new Date(since);
  const isValid = !Number.isNaN(at.getTime());
  return (
    <Modal opened onClose={onClose} title="Send again all that failed">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid)
            recover.mutate({
              params: { path: { webhookId: endpointId } },
              body: { since: at.toISOString() },
            });
        }}
      >
        <Stack>
          <Text size="sm">
            Every delivery that failed, or was not sent because the endpoint was off, is sent again in the
            background.
          </Text>
          <TextInput
            type="datetime-local"
            label="Made since"
            data-autofocus
            value={since}
            error={isValid ? undefined : 'Enter a date and a time.'}
            onChange={({ currentTarget }) => setSince(currentTarget.value)}
          />
          {recover.isError && <Problem error={recover.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={recover.isPending}>
              Send again
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** As a field for local times has it: `2026-11-23T16:05`. */
function localText(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000;
  return new Date(atMs - offsetMs).toISOString().slice(0, 16);
}
