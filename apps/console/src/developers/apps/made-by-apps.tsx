import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { MadeByApp } from '@tributary/client';
import { $api } from '../../api/api';
import { ForeignText } from '../../elements/foreign-text';
import { Problem } from '../../elements/problems/problem';
import { ScreenLink } from '../../elements/screen-link';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';

/** The resources that apps and restricted tokens made for the user, the paused ones first. */
export function useMadeByApps() {
  return $api.useQuery('get', '/made-by-apps');
}

/**
 * Lists the resources that paused because their app lost its access. The user resumes a resource here, or deletes it on
 * its own screen.
 */
export function PausedThings() {
  const made = useMadeByApps();
  if (made.isError) return <Problem error={made.error} retry={made.refetch} />;
  const paused = (made.data?.data ?? []).flatMap(({ paused: pause, ...thing }) =>
    pause === null ? [] : [{ ...thing, pause }],
  );
  if (paused.length === 0) return null;
  return (
    <Paper component="section" aria-label="Paused">
      <Stack gap="xs">
        <Title order={2} size="h4">
          Paused
        </Title>
        <Text size="sm">
          An app or token made these, and has ended or may do less now. They do nothing until you keep them.
          Delete on its own screen what you do not need.
        </Text>
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {paused.map((thing) => (
            <PausedThing key={`${thing.kind} ${thing.id}`} {...thing} />
          ))}
        </Stack>
      </Stack>
    </Paper>
  );
}

type PausedThingProps = Omit<MadeByApp, 'paused'> & { readonly pause: NonNullable<MadeByApp['paused']> };

function PausedThing({ kind, id, name, pause }: PausedThingProps) {
  const keep = useChange('post', '/made-by-apps/{kind}/{id}/keep', { done: 'It is yours, and goes on' });
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Text size="sm" component="div">
        {KINDS[kind].word}:{' '}
        <ScreenLink to={KINDS[kind].screen(id)}>
          <ForeignText text={name} />
        </ScreenLink>
        <Text size="xs" c="dimmed" component="div">
          By <ForeignText text={pause.by ?? 'an app or token'} />, paused since <When at={pause.since} />
        </Text>
      </Text>
      <Button
        size="xs"
        variant="default"
        aria-label={`Keep ${name}`}
        loading={keep.isPending}
        onClick={() => keep.mutate({ params: { path: { kind, id } } })}
      >
        Keep
      </Button>
    </Group>
  );
}

/** The name of each kind, and the screen that shows and deletes it. */
export const KINDS: Readonly<
  Record<MadeByApp['kind'], { readonly word: string; readonly screen: (id: string) => string }>
> = {
  'bank-connection': { word: 'Connection to a bank', screen: () => '/accounts' },
  rule: { word: 'Rule', screen: (id) => `/rules/${id}` },
  'transfer-link': { word: 'Transfer link', screen: (id) => `/links/${id}` },
  'destination-connection': { word: 'Connection to a destination', screen: () => '/destinations' },
  webhook: { word: 'Webhook endpoint', screen: (id) => `/webhooks/${id}` },
  feed: { word: 'Feed', screen: () => '/destinations' },
};
