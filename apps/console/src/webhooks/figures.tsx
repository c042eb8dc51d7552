import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Stack, Text, Title } from '@mantine/core';
import type { WebhookFigures } from '@tributary/client';
import { $api } from '../api/api';
import { momentText } from '../elements/dates/dates';
import { Nothing } from '../elements/nothing';
import { QueryState } from '../elements/queries/query-state';
import { TableBelow } from '../elements/tables/table-below';

/** The number of attempts that an endpoint answered in each of the last 48 hours, and how fast. */
export function Figures({ endpointId }: { readonly endpointId: string }) {
  const figures = $api.useQuery('get', '/webhooks/{webhookId}/figures', {
    params: { path: { webhookId: endpointId } },
  });
  return <QueryState query={figures}>{({ data }) => <Charts hours={data} />}</QueryState>;
}

function Charts({ hours }: { readonly hours: readonly WebhookFigures[] }) {
  const answered = hours.reduce((sum, hour) => sum + hour.answered, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  if (answered + failed === 0) {
    return (
      <Nothing title="No attempts in 48 hours">Send a test event to see how the endpoint answers.</Nothing>
    );
  }
  const slowest = hours.reduce((max, { p95_ms: ms }) => Math.max(max, ms ?? 0), 0);
  const rows = hours.map((hour) => ({ ...hour, label: momentText(hour.hour) }));
  const shared = { h: 220, data: rows, dataKey: 'label', withLegend: true, xAxisProps: { tick: false } };
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
          {...shared}
          type="stacked"
          series={[
            { name: 'answered', label: 'Succeeded', color: 'river.6' },
            { name: 'failed', label: 'Failed', color: 'red.6' },
          ]}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <Title order={2} size="h4">
        Time to an answer, in milliseconds
      </Title>
      <div role="img" aria-label={`The slowest hour took ${slowest} ms for 95 of 100 answers`}>
        <LineChart
          {...shared}
          connectNulls={false}
          series={[
            { name: 'median_ms', label: 'Half of them', color: 'river.6' },
            { name: 'p95_ms', label: '95 of 100', color: 'orange.6', strokeDasharray: '5 3' },
          ]}
          lineChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <Hours hours={hours} />
    </Stack>
  );
}

/** Shows the figures of the charts as a table. */
function Hours({ hours }: { readonly hours: readonly WebhookFigures[] }) {
  const busy = hours.filter(({ answered, failed }) => answered + failed > 0);
  return (
    <TableBelow
      label="Figures by the hour"
      columns={['Hour from', 'Succeeded', 'Failed', 'Half within', '95 of 100 within']}
      rows={busy.map(({ hour, answered, failed, median_ms: median, p95_ms: p95 }) => ({
        key: hour,
        cells: [momentText(hour), answered, failed, `${median} ms`, `${p95} ms`],
      }))}
    />
  );
}
