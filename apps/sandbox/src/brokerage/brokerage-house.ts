import { addDays } from '@tributary/money';
import { firstDayOf, Store, type FirstDayOptions } from '../state/store';
import { BrokerageAccount, BrokerageChange, BrokerageProfile } from './brokerage-account';
import { recordedActivities } from './recorded-activities';

export const MAPLE_STREET = 'MAPLE_STREET';
export const HARBOUR_CRYPTO = 'HARBOUR_CRYPTO';
/** Has one account. */
export const FERRY_LANE = 'FERRY_LANE';

export interface Brokerage {
  readonly slug: string;
  readonly name: string;
  readonly type: string;
}

export const BROKERAGES: readonly Brokerage[] = [
  { slug: MAPLE_STREET, name: 'Maple Street Securities', type: 'Traditional Brokerage' },
  { slug: FERRY_LANE, name: 'Ferry Lane Invest', type: 'Traditional Brokerage' },
  { slug: HARBOUR_CRYPTO, name: 'Harbour Crypto', type: 'Crypto Exchange' },
];

type Opening = readonly [
  key: string,
  name: string,
  number: string,
  institutionAccountId: string | null,
  rawType: string,
  category: BrokerageProfile['category'],
  currency: string,
];

const OPENINGS: readonly Opening[] = [
  [`${MAPLE_STREET}/margin`, 'Maple Margin', '51234567', 'MS-88812', 'Margin', 'INVESTMENT', 'CAD'],
  [`${MAPLE_STREET}/savings`, 'Maple TFSA', '*****321', 'MS-88813', 'TFSA', null, 'CAD'],
  [`${MAPLE_STREET}/cash`, 'Maple Cash', '51234568', 'MS-88814', 'Cash sub-account', 'DEPOSIT', 'CAD'],
  [`${MAPLE_STREET}/credit`, 'Maple Credit Line', '51234569', 'MS-88815', 'Line of credit', 'LOC', 'CAD'],
  [`${MAPLE_STREET}/paper`, 'Maple Practice', '00000001', 'MS-PAPER-1', 'Practice', 'INVESTMENT', 'CAD'],
  [
    `${FERRY_LANE}/portfolio`,
    'Ferry Portfolio',
    '7001-2345',
    'FL-70012345',
    'Individual',
    'INVESTMENT',
    'CAD',
  ],
  [`${HARBOUR_CRYPTO}/wallet`, 'Harbour Wallet', 'HC-0007781', null, 'Spot wallet', 'INVESTMENT', 'USD'],
];

/** All accounts of the sandbox's brokers; dates are fixed at the first start, like the bank's. */
export class BrokerageHouse {
  private byKey: ReadonlyMap<string, BrokerageAccount> = new Map();
  private readonly store = new Store(this.options.dataDir, 'brokerage');
  /** The newest activity is of the day before. */
  readonly firstDay = firstDayOf(this.store, this.options);
  private readonly changed = this.store.event<{ key: string; change: BrokerageChange }>(
    'changed',
    ({ key, change }) => this.byKey.get(key)?.apply(change),
  );

  constructor(private readonly options: FirstDayOptions & { readonly dataDir?: string }) {
    this.reset();
    this.store.replay();
  }

  all(): readonly BrokerageAccount[] {
    return [...this.byKey.values()];
  }

  accountsOf(slug: string): readonly BrokerageAccount[] {
    return this.all().filter(({ profile }) => profile.key.startsWith(`${slug}/`));
  }

  /** @returns whether there is such an account */
  change(key: string, change: BrokerageChange): boolean {
    if (!this.byKey.has(key)) return false;
    this.changed({ key, change });
    return true;
  }

  /** All accounts as at the start. */
  reset(): void {
    const accounts = OPENINGS.map((opening) => open(opening, addDays(this.firstDay, -1)));
    this.byKey = new Map(accounts.map((account) => [account.profile.key, account]));
  }

  close(): void {
    this.store.close();
  }
}

function open(opening: Opening, lastDay: string): BrokerageAccount {
  const [key, name, number, institutionAccountId, rawType, category, currency] = opening;
  const isPaper = key.endsWith('/paper');
  const profile = { key, name, number, institutionAccountId, rawType, category, currency, isPaper };
  return new BrokerageAccount(profile, recordedActivities(key, lastDay));
}
