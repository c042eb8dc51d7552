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

/** An account at a broker. Its cash and positions are the sum of its activities. */
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

  /** Sums of cash by currency, in the order of its code. */
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
    const holdings = new Map<string, Holding>();
    const move = (
      held: Pick<Position, 'instrument' | 'option'>,
      units: string,
      cost: string | null,
    ): void => {
      const key = held.option?.ticker ?? held.instrument?.symbol ?? '';
      const holding = holdings.get(key) ?? new Holding(held.instrument, held.option);
      holding.move(units, cost);
      holdings.set(key, holding);
    };
    for (const { instrument, option, units, amount, quote, type } of this.entries) {
      if (units !== null && (instrument ?? option) !== null) {
        move({ instrument, option }, units, type === 'BUY' ? amount : null);
      }
      // A trade also moves the coin that it is paid in.
      if (quote !== null && amount !== null) move({ instrument: quote, option: null }, amount, null);
    }
    return [...holdings.values()].filter(({ units }) => !units.eq(0)).map((holding) => holding.position());
  }
}

/** The units of one instrument or option, summed up from the activities. */
class Holding {
  units = new Big(0);
  private boughtUnits = new Big(0);
  private cost = new Big(0);

  constructor(
    private readonly instrument: Instrument | null,
    private readonly option: OptionContract | null,
  ) {}

  /** @param cost the whole cost of a purchase; null for any other activity */
  move(units: string, cost: string | null): void {
    this.units = this.units.plus(units);
    if (cost === null) return;
    this.boughtUnits = this.boughtUnits.plus(units);
    this.cost = this.cost.plus(new Big(cost).abs());
  }

  position(): Position {
    const { instrument, option, units, boughtUnits, cost } = this;
    const perShare = option ? multiplierOf(option) : 1;
    return {
      instrument,
      option,
      units: units.toFixed(),
      averageCost: boughtUnits.gt(0) ? cost.div(boughtUnits).div(perShare).round(4).toFixed() : null,
    };
  }
}

function newestFirst(entries: readonly Activity[]): Activity[] {
  return [...entries].sort((a, b) =>
    dayOf(a) === dayOf(b) ? (a.id < b.id ? -1 : 1) : dayOf(a) < dayOf(b) ? 1 : -1,
  );
}
