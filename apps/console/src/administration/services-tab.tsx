import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdministeredService } from '@tributary/client';
import type { ReactNode } from 'react';
import { $api } from '../api/api';
import { Loading } from '../elements/loading';
import { Problem } from '../elements/problems/problem';
import { Status, type StatusKind } from '../elements/status';
import { countText, deadLettersText, durationText, serviceName } from './words';

const LOOK_EVERY_MS = 5000;

const HEALTH: Readonly<
  Record<AdministeredService['health'], { readonly kind: StatusKind; readonly label: string }>
> = {
  HEALTHY: { kind: 'good', label: 'Healthy' },
  UNHEALTHY: { kind: 'bad', label: 'Receives no messages' },
  UNREACHABLE: { kind: 'bad', label: 'Does not answer' },
};

/** How each service is, read every few seconds. */
export function ServicesTab() {
  const services = $api.useQuery('get', '/admin/services', {}, { refetchInterval: LOOK_EVERY_MS });
  if (services.isPending) return <Loading rows={8} />;
  if (services.isError) return <Problem error={services.error} retry={services.refetch} />;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
      {services.data.data.map((service) => (
        <Service key={service.service} service={service} />
      ))}
    </SimpleGrid>
  );
}

function Service({ service: it }: { readonly service: AdministeredService }) {
  const { kind, label } = HEALTH[it.health];
  return (
    <Card withBorder component="section" aria-label={serviceName(it.service)}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {serviceName(it.service)}
          </Title>
          <Status kind={kind} label={label} />
        </Group>
        {it.trouble !== null && <Text size="sm">{it.trouble}</Text>}
        <Fact name="Messages to send">
          {it.outbox === null ? 'Unknown' : countText(it.outbox)}
          {it.oldest_outbox_s !== null && `, the oldest for ${durationText(it.oldest_outbox_s)}`}
        </Fact>
        <Fact name="Dead letters">
          <DeadLetters service={it} />
        </Fact>
        <Fact name="Background jobs">
          {it.jobs_waiting === null ? 'Unknown' : `${countText(it.jobs_waiting)} open`}
          {it.jobs_failed !== null && it.jobs_failed > 0 && `, ${countText(it.jobs_failed)} failed`}
        </Fact>
        <Fact name="Consumer lag">
          <Lag service={it} />
        </Fact>
      </Stack>
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </Group>
  );
}

function DeadLetters({
  service: { service, dead_letters: count },
}: {
  readonly service: AdministeredService;
}) {
  if (count === null) return 'Unknown';
  if (count === 0) return 'None';
  return (
    <Link to="/administration" search={{ tab: 'dead-letters', service }}>
      {deadLettersText(count)}
    </Link>
  );
}

function Lag({ service: { health, consumer_groups: groups } }: { readonly service: AdministeredService }) {
  if (health === 'UNREACHABLE') return 'Unknown';
  if (groups === null) return 'None: the bus is in this process';
  return groups.map(({ group, lag, members }) => (
    <Text key={group} size="sm" ta="right">
      {group}: {countText(lag)} messages, {countText(members)} {members === 1 ? 'consumer' : 'consumers'}
    </Text>
  ));
}
