import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import type { QueryModelRebuild } from '@tributary/client';
import { $api } from '../api/api';
import { onceConfirmed } from '../elements/changes/confirmed';
import { QueryState } from '../elements/queries/query-state';
import { Status, type StatusWords } from '../elements/status';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { shareOf } from './progress';
import { SERVICES } from './search';
import { countText, deadLettersText, serviceName } from './words';

const POLL_MS = 1000;

const STATES: StatusWords<QueryModelRebuild['state']> = {
  FILLING: { kind: 'working', label: 'Running' },
  DONE: { kind: 'good', label: 'Complete' },
  CANCELLED: { kind: 'paused', label: 'Cancelled' },
  FAILED: { kind: 'bad', label: 'Failed' },
};

/** Rebuilds the query model, and shows the progress of the last rebuild. */
export function QueryModelTab() {
  const last = $api.useQuery(
    'get',
    '/admin/query-model/rebuild',
    {},
    { refetchInterval: ({ state }) => (state.data?.data?.state === 'FILLING' ? POLL_MS : false) },
  );
  return (
    <QueryState query={last}>
      {({ data: rebuild }) => (
        <Stack align="flex-start">
          <Text size="sm" maw="44rem">
            The API and this console read the query model: a copy of what the services own. Rebuild it if it
            differs from them.
          </Text>
          <Acts isRunning={rebuild?.state === 'FILLING'} />
          {rebuild === null ? (
            <Text c="dimmed">There was no rebuild yet.</Text>
          ) : (
            <Rebuild rebuild={rebuild} />
          )}
        </Stack>
      )}
    </QueryState>
  );
}

function Acts({ isRunning }: { readonly isRunning: boolean }) {
  const begin = useChange('post', '/admin/query-model/rebuild', { done: 'The rebuild has begun' });
  const cancel = useChange('delete', '/admin/query-model/rebuild', { done: 'The rebuild is cancelled' });
  const start = onceConfirmed(
    {
      title: 'Rebuild the query model?',
      children:
        'Every service publishes its data again. The present model stays readable until the new one is complete; meanwhile the ' +
        'database needs the space of both.',
      confirm: 'Rebuild',
    },
    () => begin.mutate({}),
  );
  return (
    <Group>
      <Button onClick={start} disabled={isRunning} loading={begin.isPending}>
        Rebuild
      </Button>
      {isRunning && (
        <Button variant="default" onClick={() => cancel.mutate({})} loading={cancel.isPending}>
          Cancel the rebuild
        </Button>
      )}
    </Group>
  );
}

function Rebuild({ rebuild }: { readonly rebuild: QueryModelRebuild }) {
  const { state, outcome, owners, dead_letters: deadLetters } = rebuild;
  return (
    <Stack w="100%" maw="44rem" gap="sm" aria-label="Last rebuild" component="section">
      <Group>
        <Title order={2} size="h4">
          Last rebuild
        </Title>
        <Status {...STATES[state]} />
      </Group>
      <Text size="sm">
        Begun <When at={rebuild.requested_at} />
        {rebuild.ended_at !== null && (
          <>
            , ended <When at={rebuild.ended_at} />
          </>
        )}
        {outcome !== null && <>: {outcome}</>}
      </Text>
      {state === 'FILLING' && deadLetters > 0 && (
        <Alert color="red" title={deadLettersText(deadLetters)}>
          The rebuild ends when they are replayed: see the dead letters of the API gateway.
        </Alert>
      )}
      {owners.map((owner) => (
        <Owner key={owner.service} owner={owner} />
      ))}
    </Stack>
  );
}

function Owner({ owner }: { readonly owner: QueryModelRebuild['owners'][number] }) {
  const { service, rows_replayed: rows, rows_total: total } = owner;
  const known = SERVICES.find((one) => one === service);
  const name = known === undefined ? service : serviceName(known);
  const share =
    owner.messages !== null && owner.messages_applied >= owner.messages ? 100 : shareOf(rows, total ?? 0);
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm">{name}</Text>
        <Text size="sm" c="dimmed">
          {countText(rows)} of {total === null ? 'unknown' : countText(total)} rows
        </Text>
      </Group>
      <Progress value={share} aria-label={`${name}: rows that are replayed`} />
    </div>
  );
}
