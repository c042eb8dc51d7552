import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { TransferFailure } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Problem } from '../elements/problems/problem';
import { ScreenLink } from '../elements/screen-link';
import { Status } from '../elements/status';
import { showProblem } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { retriedText, retryAll } from './retry-all';

const route = getRouteApi('/transfers');

/** What fails, grouped by its reason: each group is retried with one button. */
export function Failures() {
  const failures = $api.useQuery('get', '/transfer-logs/failures');
  if (failures.isPending) return <Loading rows={2} />;
  if (failures.isError) return <Problem error={failures.error} retry={failures.refetch} />;
  const { failures: groups, complete } = failures.data.data;
  if (groups.length === 0) return <Status kind="good" label="Nothing fails" />;
  return (
    <Stack gap="sm">
      {!complete && (
        <Text size="sm">More than 10,000 transfers fail. The newest of them are counted here.</Text>
      )}
      {groups.map((group) => (
        <Failure key={`${group.destination_type ?? ''} ${group.reason ?? ''}`} group={group} />
      ))}
    </Stack>
  );
}

function Failure({ group }: { readonly group: TransferFailure }) {
  const { reason, destination_type: type, transfers, transfer_links: links, last_failed_at: last } = group;
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const [done, setDone] = useState(0);
  const retry = useMutation({
    mutationFn: () => retryAll({ reason, destination_type: type }, setDone),
    onSuccess: (outcome) => notifications.show({ color: 'green', message: retriedText(outcome) }),
    onError: showProblem,
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Paper component="section" aria-label={reason ?? 'No reason given'}>
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} flex="1 1 16rem">
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
          {retry.isPending && (
            <Progress
              value={Math.min(100, (done * 100) / transfers)}
              aria-label={`${done} of ${transfers} retried`}
              animated
            />
          )}
        </Stack>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              void navigate({
                to: '/transfers',
                search: { status: 'FAILED', state: 'FAILED', ...(type === null ? {} : { type }) },
              })
            }
          >
            Show them
          </Button>
          <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
            Retry {transfers === 1 ? 'it' : `all ${transfers}`}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
