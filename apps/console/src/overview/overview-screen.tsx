import { SegmentedControl, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isUnknown } from '../elements/money/balance';
import { Nothing } from '../elements/nothing';
import { Page } from '../elements/page';
import { Problem } from '../elements/problems/problem';
import { ScreenButton } from '../elements/screen-link';
import { lastDay } from '../elements/dates/today';
import { CashFlowSection } from './cash-flow-section';
import { CounterpartiesSection } from './counterparties-section';
import { NeedsSection } from './needs/needs-section';
import { SHOWN_PERIODS } from './periods';
import { ACCOUNTS } from './queries';
import { PERIOD, PERIODS, type OverviewSearch, type PeriodName } from './search';
import { WorthSection } from './worth-section';

const route = getRouteApi('/');

/** The net worth, its course, and the list of problems that only the user can solve. */
export function OverviewScreen() {
  const search = route.useSearch();
  const accounts = useQuery(ACCOUNTS);
  if (accounts.isError) {
    return (
      <Page title="Overview">
        <Problem error={accounts.error} retry={accounts.refetch} />
      </Page>
    );
  }
  // The figures do not wait for the names.
  const names = new Map(accounts.data?.data.map(({ id, display_name, name }) => [id, display_name || name]));
  if (accounts.isSuccess && names.size === 0) return <NoAccounts />;
  const nameOf = (id: string) => names.get(id) ?? `Account ${id}`;
  const unknown = (accounts.data?.data ?? []).filter(({ balance }) => isUnknown(balance.cleared));
  return <Figures search={search} nameOf={nameOf} unknown={unknown.map(({ id }) => nameOf(id))} />;
}

function NoAccounts() {
  return (
    <Page title="Overview">
      <Nothing title="No accounts yet" action={<ScreenButton to="/connect">Connect a bank</ScreenButton>}>
        Connect a bank, and what you hold, what comes in and what goes out appears here.
      </Nothing>
    </Page>
  );
}

interface FiguresProps {
  readonly search: OverviewSearch;
  readonly nameOf: (accountId: string) => string;
  readonly unknown: readonly string[];
}

function Figures({ search: { period = PERIOD, view = 'together' }, nameOf, unknown }: FiguresProps) {
  const navigate = route.useNavigate();
  const today = lastDay();
  const change = (change: OverviewSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page title="Overview" actions={<Period value={period} onChange={(name) => change({ period: name })} />}>
      <NeedsSection />
      <WorthSection
        period={period}
        today={today}
        view={view}
        onView={(name) => change({ view: name })}
        nameOf={nameOf}
        unknown={unknown}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <CashFlowSection period={period} today={today} />
        <CounterpartiesSection period={period} today={today} />
      </SimpleGrid>
    </Page>
  );
}

interface PeriodProps {
  readonly value: PeriodName;
  readonly onChange: (name: PeriodName) => void;
}

function Period({ value, onChange }: PeriodProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Period"
      value={value}
      onChange={onChange}
      data={PERIODS.map((name) => ({ value: name, label: SHOWN_PERIODS[name].label }))}
    />
  );
}
