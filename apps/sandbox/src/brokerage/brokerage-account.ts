import Big from 'big.js';
import { Activity, dayOf } from './activity';
import { Instrument, multiplierOf, OptionContract } from './instruments';

export type BrokerageCategory = 'INVESTMENT' | 'DEPOSIT' | 'LOC';

export interface BrokerageProfile {
  /** `MAPLE_STREET/margin`. */
  readonly key: string;
  readonly name: string;
  readonly number: string;
  /** The broker's own id, the same under every connection; some brokers give none. */
  readonly institutionAccountId: string | null;
  readonly rawType: string;
  /** Null if the kind is unknown. */
  readonly category: BrokerageCategory | null;
  readonly currency: string;
  readonly isPaper: boolean;
}

/** A holding of one instrument. */
export interface Position {
  readonly instrument: Instrument | null;
  readonly option: OptionContract | null;
  readonly units: string;
  /** Per unit, of what was bought. */
  readonly averageCost: string | null;
}

export interface BrokerageChange {
  /** Added, or replaces the activity with the same id. */
  readonly add?: readonly Activity[];
  readonly remove?: readonly string[];
  /** The broker's rows are read again: all get other ids, and nothing else changes. */
  readonly reissueIds?: boolean;
}

/** One account at a broker. Cash and positions are what its activities add up to. */
export class BrokerageAccount {
  private entries: Activity[];
  private issue = 0;

  constructor(
    readonly profile: BrokerageProfile,
    activities: readonly Activity[],
  ) {
    this.entries = newestFirst(activities);
  }

  /** Newest first. */
  get activities(): readonly Activity[] {
    return this.entries;
  }

  apply(change: BrokerageChange): void {
    const added = change.add ?? [];
    const gone = new Set([...(change.remove ?? []), ...added.map(({ id }) => id)]);
    this.entries = newestFirst([...added, ...this.entries.filter(({ id }) => !gone.has(id))]);
    if (!change.reissueIds) return;
    this.issue += 1;
    this.entries = this.entries.map((entry) => ({ ...entry, id: `${entry.id.split('~')[0]}~${this.issue}` }));
  }

  /** By currency, in the order of its code. */
  cash(): ReadonlyMap<string, string> {
    const sums = new Map<string, Big>([[this.profile.currency, new Big(0)]]);
    for (const { amount, currency } of this.entries) {
      if (amount === null || currency === null) continue;
      sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
    }
    return new Map(
      [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, sum]) => [code, sum.toFixed(2)]),
    );
  }

  /** The positions that do not add up to zero. */
  positions(): Position[] {
    const held = new Map<string, Held>();
    for (const entry of this.entries) {
      for (const move of movesOf(entry)) join(held, move);
    }
    return [...held.values()].filter(({ units }) => !units.eq(0)).map(toPosition);
  }
}

interface Move {
  readonly instrument: Instrument | null;
  readonly option: OptionContract | null;
  readonly units: Big;
  /** Of a purchase, in all. */
  readonly cost: Big | null;
}

interface Held extends Move {
  readonly boughtUnits: Big;
  readonly cost: Big;
}

/** What an activity adds or removes: the traded instrument, and the coin that it was paid in. */
function movesOf({ instrument, option, units, amount, quote, type }: Activity): Move[] {
  const moves: Move[] = [];
  if (units !== null && (instrument !== null || option !== null)) {
    const cost = type === 'BUY' && amount !== null ? new Big(amount).abs() : null;
    moves.push({ instrument, option, units: new Big(units), cost });
  }
  if (quote !== null && amount !== null) {
    moves.push({ instrument: quote, option: null, units: new Big(amount), cost: null });
  }
  return moves;
}

function join(held: Map<string, Held>, { instrument, option, units, cost }: Move): void {
  const key = option?.ticker ?? instrument?.symbol ?? '';
  const known = held.get(key);
  const zero = new Big(0);
  held.set(key, {
    instrument,
    option,
    units: (known?.units ?? zero).plus(units),
    boughtUnits: (known?.boughtUnits ?? zero).plus(cost === null ? 0 : units),
    cost: (known?.cost ?? zero).plus(cost ?? 0),
  });
}

function toPosition({ instrument, option, units, boughtUnits, cost }: Held): Position {
  const perShare = option ? multiplierOf(option) : 1;
  return {
    instrument,
    option,
    units: units.toFixed(),
    averageCost: boughtUnits.gt(0) ? cost.div(boughtUnits).div(perShare).round(4).toFixed() : null,
  };
}

function newestFirst(entries: readonly Activity[]): Activity[] {
  return [...entries].sort((a, b) =>
    dayOf(a) === dayOf(b) ? (a.id < b.id ? -1 : 1) : dayOf(a) < dayOf(b) ? 1 : -1,
  );
}
