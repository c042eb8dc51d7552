import { Box, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BalanceHistory, NetWorth } from '@tributary/client';
import { visibleText } from '../elements/bank-text';
import { dayText } from '../elements/dates/dates';
import { moneyText } from '../elements/money/exact-money';
import { ForeignText } from '../elements/foreign-text';
import { Money } from '../elements/money/money';
import { QueryState } from '../elements/queries/query-state';
import { Section } from '../elements/section';
import { TableBelow } from '../elements/tables/table-below';
import { accountBalances, netWorth, type PeriodUntilToday } from './queries';
import type { View } from './search';
import { TimeChart, type Series } from './charts/time-chart';

const COLORS = [
  'river.6',
  'orange.6',
  'green.7',
  'blue.6',
  'red.6',
  'gray.6',
  'yellow.7',
  'river.3',
] as const;
/** More lines than this cannot be distinguished: the table has all. */
const LINES_MAX = COLORS.length;

type Points = NetWorth['points'];
type Name = (accountId: string) => string;

interface WorthSectionProps extends PeriodUntilToday {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly nameOf: Name;
  /** The names of accounts whose balance is not known. */
  readonly unknown: readonly string[];
}

/** The present and earlier net worth, separately for each currency. */
export function WorthSection({ period, today, view, onView, nameOf, unknown }: WorthSectionProps) {
  const worth = useQuery(netWorth(period, today));
  const accounts = useQuery({ ...accountBalances(period, today), enabled: view === 'accounts' });
  const error = worth.error ?? (view === 'accounts' ? accounts.error : null);
  return (
    <Section
      title="Net worth"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="What the chart shows"
          value={view}
          onChange={(value) => onView(value === 'accounts' ? 'accounts' : 'together')}
          data={[
            { value: 'together', label: 'Together' },
            { value: 'accounts', label: 'By account' },
          ]}
        />
      }
    >
      <QueryState
        query={{ ...worth, error, refetch: () => Promise.all([worth.refetch(), accounts.refetch()]) }}
        rows={8}
        empty={<Text c="dimmed">No balance is known yet. It appears with the first sync of an account.</Text>}
      >
        {({ data }) =>
          data.map(({ currency, points }) => (
            <InCurrency
              key={currency}
              currency={currency}
              points={points}
              balances={view === 'together' ? null : ofCurrency(accounts.data?.data ?? [], currency)}
              nameOf={nameOf}
            />
          ))
        }
      </QueryState>
      {unknown.length > 0 && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {withoutText(unknown.length)} <ForeignText text={unknown.slice(0, NAMES_MAX).join(', ')} />
          {unknown.length > NAMES_MAX ? ', …' : ''}
        </Text>
      )}
    </Section>
  );
}

function ofCurrency(balances: readonly BalanceHistory[], currency: string): readonly BalanceHistory[] {
  return balances.filter((one) => one.currency === currency);
}

interface InCurrencyProps {
  readonly currency: string;
  readonly points: Points;
  /** The balances of single accounts. Null: their sum is shown alone. */
  readonly balances: readonly BalanceHistory[] | null;
  readonly nameOf: Name;
}

function InCurrency({ currency, points, balances, nameOf }: InCurrencyProps) {
  const last = points.at(-1);
  return (
    <Stack gap="xs">
      <Group gap="sm" align="baseline">
        <Title order={3} size="h5">
          {currency}
        </Title>
        {last !== undefined && (
          <Text size="xl" fw={600}>
            <Money amount={last.amount} currency={currency} />
          </Text>
        )}
      </Group>
      {balances === null ? (
        <Course label="Net worth" currency={currency} lines={[{ name: 'Net worth', points }]} />
      ) : (
        <Course
          label="Balances"
          currency={currency}
          lines={balances.map((one) => ({ name: nameOf(one.financial_account_id), points: one.points }))}
        />
      )}
    </Stack>
  );
}

const NAMES_MAX = 3;

function withoutText(count: number): string {
  const accounts = count === 1 ? '1 account' : `${count} accounts`;
  return `Without ${accounts} whose balance is unknown:`;
}

interface CourseProps {
  readonly label: string;
  readonly currency: string;
  readonly lines: readonly { readonly name: string; readonly points: Points }[];
}

function Course({ label, currency, lines }: CourseProps) {
  const series = lines.map(({ name, points }, index): Series => {
    const isTaken = lines.slice(0, index).some((line) => line.name === name);
    return {
      name: visibleText(isTaken ? `${name} (${index + 1})` : name),
      color: COLORS[index % COLORS.length] ?? 'gray.6',
      amounts: new Map(points.map(({ date, amount }) => [date, amount])),
    };
  });
  const axis = [...new Set(lines.flatMap(({ points }) => points.map(({ date }) => date)))].sort();
  const text = (amount: string) => moneyText(amount, currency);
  return (
    <Box>
      <TimeChart
        kind={lines.length > 1 ? 'lines' : 'area'}
        label={`${label} in ${currency}. ${courses(series.slice(0, LINES_MAX), axis, text)}`}
        axis={axis}
        axisText={(day) => dayText(day)}
        series={series.slice(0, LINES_MAX)}
        amountText={text}
      />
      <TableBelow
        label={`${label} in ${currency}`}
        columns={['Day', ...series.map(({ name }) => name)]}
        rows={axis.toReversed().map((day) => ({
          key: day,
          cells: [dayText(day), ...series.map(({ amounts }) => textOf(amounts.get(day), text))],
        }))}
      />
    </Box>
  );
}

function textOf(amount: string | undefined, text: (amount: string) => string): string {
  return amount === undefined ? '–' : text(amount);
}

/** Describes each series in words: its first and its last amount. */
function courses(
  series: readonly Series[],
  axis: readonly string[],
  text: (amount: string) => string,
): string {
  const last = axis.at(-1);
  return series
    .map(({ name, amounts }) => {
      const [first] = amounts;
      const now = last === undefined ? undefined : amounts.get(last);
      if (first === undefined || last === undefined || now === undefined) return '';
      return `${name}: from ${text(first[1])} on ${dayText(first[0])} to ${text(now)} on ${dayText(last)}.`;
    })
    .join(' ');
}
