import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdministeredService } from '@tributary/client';
import type { ReactNode } from 'react';
import { $api } from '../api/api';
import { QueryState } from '../elements/queries/query-state';
import { Status, type StatusWords } from '../elements/status';
import { countText, deadLettersText, durationText, serviceName } from './words';

const POLL_MS = 5000;

const HEALTH: StatusWords<AdministeredService['health']> = {
  HEALTHY: { kind: 'good', label: 'Healthy' },
  UNHEALTHY: { kind: 'bad', label: 'Receives no messages' },
  UNREACHABLE: { kind: 'bad', label: 'Does not answer' },
};

/** The health of each service, which is read every few seconds. */
export function ServicesTab() {
  const services = $api.useQuery('get', '/admin/services', {}, { refetchInterval: POLL_MS });
  return (
    <QueryState query={services} rows={8}>
      {({ data }) => (
        <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
          {data.map((service) => (
            <Service key={service.service} service={service} />
          ))}
        </SimpleGrid>
      )}
    </QueryState>
  );
}

function Service({ service }: { readonly service: AdministeredService }) {
  return (
    <Card withBorder component="section" aria-label={serviceName(service.service)}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {serviceName(service.service)}
          </Title>
          <Status {...HEALTH[service.health]} />
        </Group>
        {service.trouble !== null && <Text size="sm">{service.trouble}</Text>}
        <Fact name="Messages to send">
          {service.outbox === null ? 'Unknown' : countText(service.outbox)}
          {service.oldest_outbox_s !== null && `, the oldest for ${durationText(service.oldest_outbox_s)}`}
        </Fact>
        <Fact name="Dead letters">
          <DeadLetters service={service} />
        </Fact>
        <Fact name="Background jobs">
          {service.jobs_waiting === null ? 'Unknown' : `${countText(service.jobs_waiting)} open`}
          {service.jobs_failed !== null &&
            service.jobs_failed > 0 &&
            `, ${countText(service.jobs_failed)} failed`}
        </Fact>
        <Fact name="Consumer lag">
          <Lag service={service} />
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
