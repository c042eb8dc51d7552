import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Button, Stack, Table, Text, Title } from '@mantine/core';
import type { WebhookFigures } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { momentText } from '../elements/dates/dates';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Problem } from '../elements/problems/problem';

/** How many attempts an endpoint answered in each of the last 48 hours, and how fast. */
export function Figures({ endpointId }: { readonly endpointId: string }) {
  const figures = $api.useQuery('get', '/webhooks/{webhookId}/figures', {
    params: { path: { webhookId: endpointId } },
  });
  if (figures.isPending) return <Loading />;
  if (figures.isError) return <Problem error={figures.error} retry={figures.refetch} />;
  const hours = figures.data.data;
  const answered = hours.reduce((sum, hour) => sum + hour.answered, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  if (answered + failed === 0) {
    return (
      <Nothing title="No attempts in 48 hours">Send a test event to see how the endpoint answers.</Nothing>
    );
  }
  const slowest = hours.reduce((max, { p95_ms: ms }) => Math.max(max, ms ?? 0), 0);
  const rows = hours.map((hour) => ({ ...hour, label: momentText(hour.hour) }));
  return (
    <Stack gap="lg">
      <Text>
        In the last 48 hours {answered} of {answered + failed} attempts succeeded. In every hour, 95 of 100
        answers took {slowest} ms at most.
      </Text>
      <Title order={2} size="h4">
        Attempts by the hour
      </Title>
      <div role="img" aria-label={`${answered} attempts succeeded and ${failed} failed in 48 hours`}>
        <BarChart
          h={220}
          data={rows}
          dataKey="label"
          type="stacked"
          withLegend
          series={[
            { name: 'answered', label: 'Succeeded', color: 'river.6' },
            { name: 'failed', label: 'Failed', color: 'red.6' },
          ]}
          barChartProps={{ accessibilityLayer: false }}
          xAxisProps={{ tick: false }}
        />
      </div>
      <Title order={2} size="h4">
        Time to an answer, in milliseconds
      </Title>
      <div role="img" aria-label={`The slowest hour took ${slowest} ms for 95 of 100 answers`}>
        <LineChart
          h={220}
          data={rows}
          dataKey="label"
          withLegend
          connectNulls={false}
          series={[
            { name: 'median_ms', label: 'Half of them', color: 'river.6' },
            { name: 'p95_ms', label: '95 of 100', color: 'orange.6', strokeDasharray: '5 3' },
          ]}
          lineChartProps={{ accessibilityLayer: false }}
          xAxisProps={{ tick: false }}
        />
      </div>
      <Hours hours={hours} />
    </Stack>
  );
}

/** The same figures as a table. */
function Hours({ hours }: { readonly hours: readonly WebhookFigures[] }) {
  const [isShown, setShown] = useState(false);
  const busy = hours.filter(({ answered, failed }) => answered + failed > 0);
  return (
    <Stack gap="sm">
      <Button variant="default" w="fit-content" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide the table' : 'Show as a table'}
      </Button>
      {isShown && (
        <Table.ScrollContainer
          minWidth={440}
          type="native"
          tabIndex={0}
          aria-label="Figures by the hour"
          role="region"
        >
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Hour from</Table.Th>
                <Table.Th ta="right">Succeeded</Table.Th>
                <Table.Th ta="right">Failed</Table.Th>
                <Table.Th ta="right">Half within</Table.Th>
                <Table.Th ta="right">95 of 100 within</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {busy.map(({ hour, answered, failed, median_ms: median, p95_ms: p95 }) => (
                <Table.Tr key={hour}>
                  <Table.Td>{momentText(hour)}</Table.Td>
                  <Table.Td ta="right">{answered}</Table.Td>
                  <Table.Td ta="right">{failed}</Table.Td>
                  <Table.Td ta="right">{median} ms</Table.Td>
                  <Table.Td ta="right">{p95} ms</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
