import { Button, Group, Stack, Text } from '@mantine/core';
import { $api } from '../api/api';
import { onceConfirmed } from '../elements/changes/confirmed';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { ForeignText } from '../elements/foreign-text';
import { QueryState } from '../elements/queries/query-state';
import { Section } from '../elements/section';
import { Status } from '../elements/status';

const SHOWN_MAX = 50;

/** The browsers in which the user is signed in. */
export function SessionsSection() {
  const sessions = $api.useQuery('get', '/user/sessions', { params: { query: { 'page[size]': SHOWN_MAX } } });
  return (
    <Section id="sessions" title="Sessions" description="The browsers in which you are signed in.">
      <QueryState query={sessions} rows={2}>
        {({ data, meta }) => (
          <>
            <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
              {data.map((session) => (
                <SessionItem key={session.id} {...session} />
              ))}
            </Stack>
            {meta.total > data.length && (
              <Text size="sm" c="dimmed">
                The last {data.length} of {meta.total} are shown.
              </Text>
            )}
            {data.length > 1 && <EndOthers />}
          </>
        )}
      </QueryState>
    </Section>
  );
}

function EndOthers() {
  const endOthers = useChange('delete', '/user/sessions', { done: 'Signed out everywhere else' });
  const end = onceConfirmed(
    {
      title: 'Sign out everywhere else?',
      children: 'All other browsers have to sign in again. This one stays signed in.',
      confirm: 'Sign out everywhere else',
    },
    () => endOthers.mutate({}),
  );
  return (
    <Group>
      <Button variant="default" loading={endOthers.isPending} onClick={end}>
        Sign out everywhere else
      </Button>
    </Group>
  );
}

interface SessionItemProps {
  readonly id: string;
  readonly browser: string | null;
  readonly network: string | null;
  readonly current: boolean;
  readonly created_at: string;
}

function SessionItem({ id, browser, network, current: isCurrent, created_at: begun }: SessionItemProps) {
  const end = useChange('delete', '/user/sessions/{sessionId}', { done: 'Session ended' });
  const name = browser ?? 'Unknown browser';
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={0}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {isCurrent && <Status kind="good" label="This browser" />}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          <ForeignText text={network ?? 'Unknown network'} />, since <When at={begun} />
        </Text>
      </Stack>
      {!isCurrent && (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={`End session: ${name}, ${network ?? 'unknown network'}`}
          onClick={() => end.mutate({ params: { path: { sessionId: id } } })}
        >
          End session
        </Button>
      )}
    </Group>
  );
}
