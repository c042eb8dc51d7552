import { Button, Group, Stack, Text } from '@mantine/core';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Problem } from '../../elements/problems/problem';
import { leaveForToken } from '../../elements/leave-for-token';
import { ScreenButton } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { useChange } from '../../elements/changes/use-change';
import type { Need } from './needs';
import { Section } from '../../elements/section';
import { useNeeds } from './use-needs';

/** Lists the problems that only the user can solve, each with the button that solves it. */
export function NeedsSection() {
  const { needs, isPending, error, retry } = useNeeds();
  return (
    <Section title="What needs you">
      {error !== null && <Problem error={error} retry={retry} />}
      {isPending && error === null && <Loading rows={2} />}
      {!isPending && error === null && needs.length === 0 && <NothingNeeded />}
      {needs.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {needs.map((need) => (
            <NeedItem key={need.key} need={need} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function NothingNeeded() {
  return (
    <Group>
      <Status kind="good" label="Nothing" />
      <Text size="sm" c="dimmed">
        Every connection, link and webhook works.
      </Text>
    </Group>
  );
}

function NeedItem({ need }: { readonly need: Need }) {
  const { label, severity, subject, detail, mending } = need;
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Status kind={severity} label={label} />
          {subject !== null && (
            <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
              <ForeignText text={subject} />
            </Text>
          )}
        </Group>
        {detail !== null && detail !== '' && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <ForeignText text={detail} />
          </Text>
        )}
      </Stack>
      {mending.kind === 'screen' ? (
        <ScreenButton to={mending.to} size="xs" variant="default">
          {mending.label}
        </ScreenButton>
      ) : (
        <RenewConsent connectionId={mending.connectionId} label={mending.label} />
      )}
    </Group>
  );
}

/** Leaves for the page where the consent is given. */
function RenewConsent({ connectionId, label }: { readonly connectionId: string; readonly label: string }) {
  const reauthorize = useChange('post', '/finance/connections/{connectionId}/reauthorize', {
    done: 'The page for your consent opens',
    onSuccess: ({ data }) => {
      if (data.auth_url !== null) location.assign(data.auth_url);
    },
    onRefused: (error) => leaveForToken(error, connectionId),
  });
  const renew = () =>
    reauthorize.mutate({
      params: { path: { connectionId } },
      body: { redirect_url: `${location.origin}/connect` },
    });
  return (
    <Button size="xs" loading={reauthorize.isPending} onClick={renew}>
      {label}
    </Button>
  );
}
