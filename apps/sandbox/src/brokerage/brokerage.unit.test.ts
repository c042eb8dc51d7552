import { BrokerageHouse, FERRY_LANE, HARBOUR_CRYPTO, MAPLE_STREET } from './brokerage-house';

const house = new BrokerageHouse({ today: '2026-11-21', todayIsPinned: true });
const activities = house.all().flatMap((account) => account.activities);

describe('the recorded accounts of the brokers', () => {
  it('have 384 activities that begin 530 days before the newest day, each id once', () => {
    expect(activities).toHaveLength(384);
    expect(new Set(activities.map(({ id }) => id)).size).toBe(384);
    const days = activities.map(({ tradeDate }) => tradeDate?.slice(0, 10) ?? '').sort();
    expect(days[0]).toBe('2025-06-08');
  });

  it('are those of each broker', () => {
    const accounts = [MAPLE_STREET, FERRY_LANE, HARBOUR_CRYPTO].map((slug) => house.accountsOf(slug).length);
    expect(accounts).toEqual([5, 1, 1]);
  });

  it('hold options by their OCC symbol, as their rows say', () => {
    const options = activities.flatMap(({ option, description }) =>
      option ? [{ option, description }] : [],
    );
    expect(options.length).toBeGreaterThan(0);
    for (const { option, description } of options) expect(description).toContain(option.ticker);
  });

  it('have coins with all their digits', () => {
    const [wallet] = house.accountsOf(HARBOUR_CRYPTO);
    const ether = wallet?.positions().find(({ instrument }) => instrument?.symbol === 'ETH');
    expect(ether?.units).toMatch(/^\d+\.\d{18}$/);
  });
});
