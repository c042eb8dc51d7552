import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { TransferFailure } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { QueryState } from '../elements/queries/query-state';
import { ScreenLink } from '../elements/screen-link';
import { Status } from '../elements/status';
import { useAction } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { retriedText, retryAll } from './retry-all';

const route = getRouteApi('/transfers');

/** The failed transfers by their reasons: one button retries a whole group. */
export function Failures() {
  const failures = $api.useQuery('get', '/transfer-logs/failures');
  return (
    <QueryState query={failures} rows={2}>
      {({ data: { failures: groups, complete } }) =>
        groups.length === 0 ? (
          <Status kind="good" label="Nothing fails" />
        ) : (
          <Stack gap="sm">
            {!complete && (
              <Text size="sm">More than 10,000 transfers fail. The newest of them are counted here.</Text>
            )}
            {groups.map((group) => (
              <Failure key={`${group.destination_type ?? ''} ${group.reason ?? ''}`} group={group} />
            ))}
          </Stack>
        )
      }
    </QueryState>
  );
}

function Failure({ group }: FailureProps) {
  const { reason, destination_type: type, transfers } = group;
  const [done, setDone] = useState(0);
  const retry = useAction(() => retryAll({ reason, destination_type: type }, setDone), {
    done: retriedText,
  });
  const navigate = route.useNavigate();
  const show = () =>
    void navigate({
      to: '/transfers',
      search: { status: 'FAILED', state: 'FAILED', ...(type === null ? {} : { type }) },
    });
  return (
    <Paper component="section" aria-label={reason ?? 'No reason given'}>
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} flex="1 1 16rem">
          <Reason group={group} />
          {retry.isPending && (
            <Progress
              value={Math.min(100, (done * 100) / transfers)}
              aria-label={`${done} of ${transfers} retried`}
              animated
            />
          )}
        </Stack>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={show}>
            Show them
          </Button>
          <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
            Retry {transfers === 1 ? 'it' : `all ${transfers}`}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

interface FailureProps {
  readonly group: TransferFailure;
}

function Reason({ group }: FailureProps) {
  const { reason, destination_type: type, transfers, transfer_links: links, last_failed_at: last } = group;
  return (
    <>
      <Group gap="xs">
        <Status kind="bad" label={`${transfers} failed`} />
        {type !== null && <Text size="sm">{type}</Text>}
      </Group>
      <Text>{reason === null ? 'The destination gave no reason.' : <ForeignText text={reason} />}</Text>
      <Text size="xs" c="dimmed">
        Last tried <When at={last} />, on {links.length === 1 ? 'one link' : `${links.length} links`}:{' '}
        {links.slice(0, 5).map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <ScreenLink inherit to={`/links/${id}`}>{`link ${id}`}</ScreenLink>
          </span>
        ))}
      </Text>
    </>
  );
}
