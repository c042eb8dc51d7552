import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { UserExport } from '@tributary/client';
import { $api } from '../api/api';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { QueryState } from '../elements/queries/query-state';
import { Section } from '../elements/section';

const POLL_MS = 1_000;

/** The export of everything that is stored about the user. */
export function DataSection() {
  const exports = $api.useQuery('get', '/user/exports', undefined, {
    refetchInterval: ({ state }) => (state.data?.data[0]?.status === 'PREPARING' ? POLL_MS : false),
  });
  return (
    <Section
      id="data"
      title="Your data"
      description="A copy of everything that is kept of you, as one file of JSON lines. Secrets are left out."
    >
      <QueryState query={exports} rows={1} empty={<BeginExport />}>
        {({ data: [newest] }) => newest !== undefined && <Export newest={newest} />}
      </QueryState>
    </Section>
  );
}

function BeginExport() {
  const begin = useChange('post', '/user/exports', { done: 'The copy is being made' });
  return (
    <Group>
      <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate({})}>
        Make a copy
      </Button>
    </Group>
  );
}

function Export({ newest }: { readonly newest: UserExport }) {
  const { status, expires_at: expiresAt, services_done: done, services_total: total } = newest;
  if (status === 'READY') {
    return (
      <Stack gap="xs" align="flex-start">
        {expiresAt !== null && (
          <Text size="sm" role="status">
            The copy is ready until <When at={expiresAt} />.
          </Text>
        )}
        <Button component="a" href="/api/v1/user/export" download variant="default">
          Download the copy
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        The copy is being made: {done} of {total} parts are done.
      </Text>
      <Progress aria-label="How far the copy is" value={(100 * Number(done)) / Math.max(1, Number(total))} />
    </Stack>
  );
}
