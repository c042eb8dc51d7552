import { Dispatcher, Load } from './dispatcher';
import { Receivers } from './receivers';

/** What a round of sending came to. */
export interface Measured {
  /** Deliveries a second, from the first arrival until all are saved and published. */
  readonly rate: number;
  /** Arrivals of what had arrived before. */
  readonly repeated: number;
  readonly p99Ms: number;
}

/** Sent to at once; a receiver more for each round is there to hang. */
export const ENDPOINTS = 100;
const TO_ONE = 20_000;
const ACCOUNTS_OF_ONE = 200;
const TO_MANY = { each: 200, accounts: 20 };
const TIMEOUT_MS = 60_000;

/** Rounds of sending, each on tables that are empty at its beginning. */
export class SendingRounds {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly receivers: Receivers,
  ) {}

  toOne(): Promise<Measured> {
    return this.send({
      endpointIds: this.dispatcher.endpointIds.slice(0, 1),
      each: TO_ONE,
      accounts: ACCOUNTS_OF_ONE,
    });
  }

  toAll(): Promise<Measured> {
    return this.send({ endpointIds: this.dispatcher.endpointIds.slice(0, ENDPOINTS), ...TO_MANY });
  }

  /**
   * The rate of 99 endpoints beside another one, which accepts deliveries, or reads them and never answers. Another one
   * each round, because hanging requests end only after a while.
   */
  async toOthers(round: number, isHanging: boolean): Promise<Measured> {
    const place = ENDPOINTS + round - 1;
    const others = { endpointIds: this.dispatcher.endpointIds.slice(0, ENDPOINTS - 1), ...TO_MANY };
    const one = { endpointIds: this.dispatcher.endpointIds.slice(place, place + 1), ...TO_MANY };
    return this.send(others, { load: one, place, isHanging });
  }

  /** A loop of another kind, to receivers that count nothing. */
  async beside(loop: () => Promise<number>): Promise<number> {
    await this.receivers.begin({ expect: -1, hangs: -1 });
    return loop();
  }

  private async send(
    load: Load,
    beside?: { load: Load; place: number; isHanging: boolean },
  ): Promise<Measured> {
    const { dispatcher, receivers } = this;
    await dispatcher.clear();
    await dispatcher.prepare(load);
    if (beside) await dispatcher.prepare(beside.load);
    const count = load.each * load.endpointIds.length;
    await receivers.begin({
      expect: count,
      hangs: beside?.isHanging ? beside.place : -1,
      uncounted: beside?.place,
    });
    await dispatcher.go();
    const { arrivals, unique, firstAtMs } = await receivers.all(TIMEOUT_MS);
    const settledAtMs = await dispatcher.settled(load.endpointIds);
    const p99Ms = await dispatcher.p99Ms(load.endpointIds);
    return { rate: count / ((settledAtMs - firstAtMs) / 1000), repeated: arrivals - unique, p99Ms };
  }
}
