import { addDays } from '../state/sandbox-clock';
import { Journal, openJournal } from '../state/journal';
import { AccountHistory } from './account-history';
import { BrokerageAccount, BrokerageChange, BrokerageProfile } from './brokerage-account';
import { cashHistory, creditHistory, marginHistory, savingsHistory, walletHistory } from './histories';

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
  profile: Omit<BrokerageProfile, 'isPaper'>,
  write: (history: AccountHistory) => void,
];

const OPENINGS: readonly Opening[] = [
  [
    {
      key: `${MAPLE_STREET}/margin`,
      name: 'Maple Margin',
      number: '51234567',
      institutionAccountId: 'MS-88812',
      rawType: 'Margin',
      category: 'INVESTMENT',
      currency: 'CAD',
    },
    marginHistory,
  ],
  [
    {
      key: `${MAPLE_STREET}/savings`,
      name: 'Maple TFSA',
      number: '*****321',
      institutionAccountId: 'MS-88813',
      rawType: 'TFSA',
      category: null,
      currency: 'CAD',
    },
    savingsHistory,
  ],
  [
    {
      key: `${MAPLE_STREET}/cash`,
      name: 'Maple Cash',
      number: '51234568',
      institutionAccountId: 'MS-88814',
      rawType: 'Cash sub-account',
      category: 'DEPOSIT',
      currency: 'CAD',
    },
    cashHistory,
  ],
  [
    {
      key: `${MAPLE_STREET}/credit`,
      name: 'Maple Credit Line',
      number: '51234569',
      institutionAccountId: 'MS-88815',
      rawType: 'Line of credit',
      category: 'LOC',
      currency: 'CAD',
    },
    creditHistory,
  ],
  [
    {
      key: `${MAPLE_STREET}/paper`,
      name: 'Maple Practice',
      number: '00000001',
      institutionAccountId: 'MS-PAPER-1',
      rawType: 'Practice',
      category: 'INVESTMENT',
      currency: 'CAD',
    },
    savingsHistory,
  ],
  [
    {
      key: `${FERRY_LANE}/portfolio`,
      name: 'Ferry Portfolio',
      number: '7001-2345',
      institutionAccountId: 'FL-70012345',
      rawType: 'Individual',
      category: 'INVESTMENT',
      currency: 'CAD',
    },
    marginHistory,
  ],
  [
    {
      key: `${HARBOUR_CRYPTO}/wallet`,
      name: 'Harbour Wallet',
      number: 'HC-0007781',
      institutionAccountId: null,
      rawType: 'Spot wallet',
      category: 'INVESTMENT',
      currency: 'USD',
    },
    walletHistory,
  ],
];

type HouseEvent =
  | { readonly kind: 'opened'; readonly today: string }
  | { readonly kind: 'changed'; readonly key: string; readonly change: BrokerageChange };

export interface BrokerageHouseOptions {
  readonly today: string;
  readonly todayIsPinned: boolean;
  readonly dataDir?: string;
}

/** All accounts of the sandbox's brokers; dates are fixed at the first start, like the bank's. */
export class BrokerageHouse {
  private byKey: ReadonlyMap<string, BrokerageAccount> = new Map();
  private readonly journal: Journal<HouseEvent>;
  /** The newest activity is of the day before. */
  readonly firstDay: string;

  constructor(options: BrokerageHouseOptions) {
    const earlier: HouseEvent[] = [];
    this.journal = openJournal<HouseEvent>(options.dataDir, 'brokerage', (event) => earlier.push(event));
    this.firstDay = this.keptDay(earlier, options);
    this.reset();
    for (const event of earlier) {
      if (event.kind === 'changed') this.byKey.get(event.key)?.apply(event.change);
    }
  }

  account(key: string): BrokerageAccount | undefined {
    return this.byKey.get(key);
  }

  all(): readonly BrokerageAccount[] {
    return [...this.byKey.values()];
  }

  accountsOf(slug: string): readonly BrokerageAccount[] {
    return this.all().filter(({ profile }) => profile.key.startsWith(`${slug}/`));
  }

  /** False where there is no such account. */
  change(key: string, change: BrokerageChange): boolean {
    const account = this.byKey.get(key);
    if (!account) return false;
    account.apply(change);
    this.journal.append({ kind: 'changed', key, change });
    return true;
  }

  /** All accounts as at the start. */
  reset(): void {
    const accounts = OPENINGS.map((opening) => open(opening, addDays(this.firstDay, -1)));
    this.byKey = new Map(accounts.map((account) => [account.profile.key, account]));
  }

  close(): void {
    this.journal.close();
  }

  private keptDay(earlier: readonly HouseEvent[], options: BrokerageHouseOptions): string {
    const kept = earlier.findLast((event) => event.kind === 'opened')?.today;
    if (kept !== undefined && (!options.todayIsPinned || kept === options.today)) return kept;
    this.journal.append({ kind: 'opened', today: options.today });
    return options.today;
  }
}

function open([profile, write]: Opening, lastDay: string): BrokerageAccount {
  const history = new AccountHistory(profile.key, lastDay);
  write(history);
  const isPaper = profile.key.endsWith('/paper');
  return new BrokerageAccount({ ...profile, isPaper }, history.activities);
}
