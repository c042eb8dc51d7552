import { Box, Stack, Text, Title } from '@mantine/core';
import type { CashFlow } from '@tributary/client';
import { useQuery } from '@tanstack/react-query';
import { monthText } from '../elements/dates/dates';
import { moneyText } from '../elements/money/exact-money';
import { QueryState } from '../elements/queries/query-state';
import { Section } from '../elements/section';
import { TableBelow } from '../elements/tables/table-below';
import { cashFlow, type PeriodUntilToday } from './queries';
import { TimeChart } from './charts/time-chart';

/** Money in and out of each month, by currency. */
export function CashFlowSection({ period, today }: PeriodUntilToday) {
  const flow = useQuery(cashFlow(period, today));
  return (
    <Section title="Money in and out">
      <QueryState
        query={flow}
        rows={8}
        empty={
          <Text c="dimmed">No money moved in this time, apart from transfers between your own accounts.</Text>
        }
      >
        {({ data }) => data.map((one) => <Flow key={one.currency} {...one} />)}
      </QueryState>
    </Section>
  );
}

function Flow({ currency, months }: CashFlow) {
  const text = (amount: string) => moneyText(amount, currency);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {currency}
      </Title>
      <Box>
        <TimeChart
          kind="bars"
          label={`Money in and out by month in ${currency}. The table below has the amounts.`}
          axis={months.map(({ month }) => month)}
          axisText={(month) => monthText(month)}
          amountText={text}
          series={[
            {
              name: 'In',
              color: 'green.7',
              amounts: new Map(months.map(({ month, money_in: amount }) => [month, amount])),
            },
            {
              name: 'Out',
              color: 'orange.6',
              amounts: new Map(months.map(({ month, money_out: amount }) => [month, amount])),
            },
          ]}
        />
        <TableBelow
          label={`Money in and out in ${currency}`}
          columns={['Month', 'In', 'Out', 'Both']}
          rows={months.toReversed().map(({ month, money_in: moneyIn, money_out: moneyOut, net }) => ({
            key: month,
            cells: [monthText(month), text(moneyIn), text(moneyOut), moneyText(net, currency, 'always')],
          }))}
        />
      </Box>
    </Stack>
  );
}
