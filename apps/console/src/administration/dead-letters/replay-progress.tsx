import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { $api } from '../../api/api';
import { Problem } from '../../elements/problems/problem';
import { progressOf } from '../progress';
import type { ServiceName } from '../search';

const POLL_MS = 500;

interface ReplayProgressProps {
  readonly service: ServiceName;
  readonly requestId: string;
}

/** The progress of a replay of dead letters, and its result. */
export function ReplayProgress({ service, requestId }: ReplayProgressProps) {
  const queries = useQueryClient();
  const request = $api.useQuery(
    'get',
    '/admin/services/{service}/requests/{requestId}',
    { params: { path: { service, requestId } } },
    { refetchInterval: (query) => (query.state.data?.data.ended_at ? false : POLL_MS) },
  );
  const endedAt = request.data?.data.ended_at ?? null;
  useEffect(() => {
    if (endedAt !== null) void queries.invalidateQueries();
  }, [queries, endedAt]);
  if (request.isError) return <Problem error={request.error} retry={request.refetch} />;
  if (request.isPending) return null;
  const { progress, outcome, error } = request.data.data;
  return (
    <Alert role="status" color={error === null ? 'blue' : 'red'} title="Replay">
      <Stack gap="xs">
        <Text size="sm">{error ?? outcome ?? progress ?? 'It begins in a moment.'}</Text>
        {endedAt === null && (
          <Progress value={progressOf(progress)} aria-label="Progress of the replay" animated />
        )}
      </Stack>
    </Alert>
  );
}
