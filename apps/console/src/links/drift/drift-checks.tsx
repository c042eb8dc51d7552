import { Button, Group, Loader, Select, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { DriftCheck } from '@tributary/client';
import { $api } from '../../api/api';
import { momentText } from '../../elements/dates/dates';
import { ForeignText } from '../../elements/foreign-text';
import { Pages } from '../../elements/pages';
import { QueryState } from '../../elements/queries/query-state';
import { Section } from '../../elements/section';
import { Status } from '../../elements/status';
import { useChange } from '../../elements/changes/use-change';
import { Differences } from './drift-differences';
import { differencesIn } from './drift-words';

const route = getRouteApi('/links/$linkId');

/** The checks whether the destination still has what was sent, and the differences that the chosen one found. */
export function DriftChecks({ linkId }: { readonly linkId: string }) {
  const params = { path: { transferLinkId: linkId } };
  const checks = $api.useQuery('get', '/transfer-links/{transferLinkId}/drift-checks', {
    params: { ...params, query: { 'page[size]': 20 } },
  });
  const navigate = route.useNavigate();
  const start = useChange('post', '/transfer-links/{transferLinkId}/drift-checks', {
    done: 'Drift check started',
    onSuccess: () => navigate({ to: '/links/$linkId', params: { linkId }, search: {}, replace: true }),
  });
  const check = (
    <Button
      variant="default"
      size="xs"
      loading={start.isPending}
      disabled={isUnderWay(checks.data?.data[0])}
      onClick={() => start.mutate({ params })}
    >
      Check now
    </Button>
  );
  return (
    <Section
      title="Drift check"
      actions={check}
      description="It reads everything at the destination and compares it with what was sent there. Nothing is changed."
    >
      <QueryState query={checks} rows={2} empty={null}>
        {({ data }) => <ChosenCheck checks={data} linkId={linkId} />}
      </QueryState>
    </Section>
  );
}

interface ChosenCheckProps {
  /** The newest first. */
  readonly checks: readonly DriftCheck[];
  readonly linkId: string;
}

function ChosenCheck({ checks, linkId }: ChosenCheckProps) {
  const { check: chosenId } = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = checks.find(({ id }) => id === chosenId) ?? checks[0];
  if (chosen === undefined) return null;
  return (
    <>
      {checks.length > 1 && (
        <Select
          label="Check of"
          maw={320}
          data={checks.map(({ id, created_at: at }) => ({ value: id, label: momentText(at) }))}
          value={chosen.id}
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
      <Result check={chosen} linkId={linkId} />
    </>
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
    default:
      return status satisfies never;
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
  const turn = (to: number) =>
    void navigate({ to: '/links/$linkId', params: { linkId }, search: { check: check.id, page: to } });
  return (
    <QueryState query={differences} rows={3}>
      {({ data, meta }) => (
        <>
          <Differences differences={data} linkId={linkId} />
          <Pages total={meta.last_page} page={page} onChange={turn} />
        </>
      )}
    </QueryState>
  );
}
