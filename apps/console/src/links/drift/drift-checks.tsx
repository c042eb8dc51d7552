import { Button, Group, Loader, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { DriftCheck } from '@tributary/client';
import { $api } from '../../api/api';
import { momentText } from '../../elements/dates/dates';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Pages } from '../../elements/pages';
import { Problem } from '../../elements/problems/problem';
import { Status } from '../../elements/status';
import { useChange } from '../../elements/changes/use-change';
import { Differences } from './drift-differences';
import { differencesIn } from './drift-words';

const route = getRouteApi('/links/$linkId');

/** Whether the destination still has what was sent: the checks, and what the chosen one found. */
export function DriftChecks({ linkId }: { readonly linkId: string }) {
  const { check: chosenId } = route.useSearch();
  const navigate = route.useNavigate();
  const params = { path: { transferLinkId: linkId } };
  const checks = $api.useQuery('get', '/transfer-links/{transferLinkId}/drift-checks', {
    params: { ...params, query: { 'page[size]': 20 } },
  });
  const start = useChange('post', '/transfer-links/{transferLinkId}/drift-checks', {
    done: 'Drift check started',
    onSuccess: () => navigate({ to: '/links/$linkId', params: { linkId }, search: {}, replace: true }),
  });
  const rows = checks.data?.data ?? [];
  const chosen = rows.find(({ id }) => id === chosenId) ?? rows[0];
  return (
    <Paper>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Drift check
          </Title>
          <Button
            variant="default"
            size="xs"
            loading={start.isPending}
            disabled={chosen !== undefined && isUnderWay(rows[0])}
            onClick={() => start.mutate({ params })}
          >
            Check now
          </Button>
        </Group>
        <Text c="dimmed" size="sm">
          It reads everything at the destination and compares it with what was sent there. Nothing is changed.
        </Text>
        {checks.isPending && <Loading rows={2} />}
        {checks.isError && <Problem error={checks.error} retry={checks.refetch} />}
        {rows.length > 1 && (
          <Select
            label="Check of"
            maw={320}
            data={rows.map(({ id, created_at: at }) => ({ value: id, label: momentText(at) }))}
            value={chosen?.id ?? null}
            allowDeselect={false}
            onChange={(check) =>
              void navigate({
                to: '/links/$linkId',
                params: { linkId },
                search: check === null ? {} : { check },
                replace: true,
              })
            }
          />
        )}
        {chosen !== undefined && <Result check={chosen} linkId={linkId} />}
      </Stack>
    </Paper>
  );
}

function isUnderWay(check: DriftCheck | undefined): boolean {
  return check?.status === 'PENDING' || check?.status === 'RUNNING';
}

function Result({ check, linkId }: { readonly check: DriftCheck; readonly linkId: string }) {
  const { status, checked, error } = check;
  const found = differencesIn(check);
  switch (status) {
    case 'PENDING':
    case 'RUNNING':
      return (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">
            {status === 'PENDING' ? 'It waits to begin.' : `It compares: ${checked} rows until now.`}
          </Text>
        </Group>
      );
    case 'FAILED':
      return (
        <Group gap="xs">
          <Status kind="bad" label="The check failed" />
          {error !== null && (
            <Text size="sm">
              <ForeignText text={error} />
            </Text>
          )}
        </Group>
      );
    case 'COMPLETED':
      return (
        <>
          <Group gap="xs">
            <Status
              kind={found === 0 ? 'good' : 'warning'}
              label={
                found === 0 ? 'No differences' : `${found} ${found === 1 ? 'difference' : 'differences'}`
              }
            />
            <Text size="sm">{checked} rows were compared.</Text>
          </Group>
          {found > 0 && <Found check={check} linkId={linkId} />}
        </>
      );
    default: {
      const unknown: never = status;
      return unknown;
    }
  }
}

function Found({ check, linkId }: { readonly check: DriftCheck; readonly linkId: string }) {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const path = '/transfer-links/{transferLinkId}/drift-checks/{driftCheckId}/differences';
  const differences = $api.useQuery('get', path, {
    params: {
      path: { transferLinkId: linkId, driftCheckId: check.id },
      query: { 'page[size]': 25, 'page[number]': page },
    },
  });
  if (differences.isPending) return <Loading rows={3} />;
  if (differences.isError) return <Problem error={differences.error} retry={differences.refetch} />;
  const { data, meta } = differences.data;
  return (
    <>
      <Differences differences={data} linkId={linkId} />
      <Pages
        total={meta.last_page}
        page={page}
        onChange={(next) =>
          void navigate({
            to: '/links/$linkId',
            params: { linkId },
            search: { check: check.id, page: next },
          })
        }
      />
    </>
  );
}
