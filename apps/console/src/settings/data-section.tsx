import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { $api } from '../api/api';
import { Loading } from '../elements/loading';
import { Problem } from '../elements/problems/problem';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { Section } from './section';

const LOOK_EVERY_MS = 1_000;

/** A copy of everything that is kept of the user. */
export function DataSection() {
  const exports = $api.useQuery('get', '/user/exports', undefined, {
    refetchInterval: ({ state }) => (state.data?.data[0]?.status === 'PREPARING' ? LOOK_EVERY_MS : false),
  });
  const begin = useChange('post', '/user/exports', { done: 'The copy is being made' });
  const present = exports.data?.data[0];
  return (
    <Section
      id="data"
      title="Your data"
      description="A copy of everything that is kept of you, as one file of JSON lines. Secrets are left out."
    >
      {exports.isPending ? (
        <Loading rows={1} />
      ) : exports.isError ? (
        <Problem error={exports.error} retry={exports.refetch} />
      ) : present === undefined ? (
        <Group>
          <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate({})}>
            Make a copy
          </Button>
        </Group>
      ) : present.status === 'READY' ? (
        <Stack gap="xs" align="flex-start">
          {present.expires_at !== null && (
            <Text size="sm" role="status">
              The copy is ready until <When at={present.expires_at} />.
            </Text>
          )}
          <Button component="a" href="/api/v1/user/export" download variant="default">
            Download the copy
          </Button>
        </Stack>
      ) : (
        <Stack gap="xs">
          <Text size="sm" role="status">
            The copy is being made: {present.services_done} of {present.services_total} parts are done.
          </Text>
          <Progress
            aria-label="How far the copy is"
            value={(100 * Number(present.services_done)) / Math.max(1, Number(present.services_total))}
          />
        </Stack>
      )}
    </Section>
  );
}
