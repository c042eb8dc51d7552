import type { Bank } from '../bank/bank';
import { RetryWindows } from '../faults/retry-windows';
import { Allowances } from '../metering/allowances';
import { RequestCounts } from '../metering/request-counts';
import type { SandboxClock } from '../state/sandbox-clock';
import { openJournal, type Journal } from '../state/journal';
import { Application } from './application';
import { USUAL_BEHAVIOUR, type ProviderBBehaviour } from './behaviour';
import type { ProviderBEvent } from './provider-b.events';
import { Sessions } from './sessions';

export interface ProviderBSetting {
  readonly bank: Bank;
  readonly clock: SandboxClock;
  readonly dailyCalls: number;
  readonly dataDir?: string;
}

/** Everything that PROVIDER_B knows, replayed from its journal at start. */
export class ProviderBState {
  readonly bank: Bank;
  readonly clock: SandboxClock;
  readonly application: Application;
  readonly sessions: Sessions;
  readonly allowances: Allowances;
  readonly requests: RequestCounts;
  readonly retryWindows: RetryWindows;
  behaviour: ProviderBBehaviour = USUAL_BEHAVIOUR;
  /** When this process got its first request, in milliseconds since 1970. */
  firstRequestAt: number | null = null;
  private readonly journal: Journal<ProviderBEvent>;

  constructor({ bank, clock, dailyCalls, dataDir }: ProviderBSetting) {
    const record = (event: ProviderBEvent): void => this.journal.append(event);
    const now = (): number => clock.now();
    this.bank = bank;
    this.clock = clock;
    this.application = new Application(dataDir);
    this.sessions = new Sessions(now, record);
    this.allowances = new Allowances(dailyCalls, now, (account, scope, day) =>
      record({ kind: 'success', account, scope, day }),
    );
    this.requests = new RequestCounts((account, resource) => record({ kind: 'request', account, resource }));
    this.retryWindows = new RetryWindows(now);
    this.journal = openJournal<ProviderBEvent>(dataDir, 'provider-b', (event) => this.replay(event));
  }

  /** As at the start, but for the clients' key. */
  reset(): void {
    this.behaviour = USUAL_BEHAVIOUR;
    for (const part of [this.sessions, this.allowances, this.requests, this.retryWindows]) part.reset();
  }

  close(): void {
    this.journal.close();
  }

  private replay(event: ProviderBEvent): void {
    switch (event.kind) {
      case 'authorization':
        return this.sessions.restoreAuthorization(event.authorization);
      case 'session':
        return this.sessions.restoreSession(event.session);
      case 'request':
        return this.requests.restore(event.account, event.resource);
      case 'success':
        return this.allowances.restore(event.account, event.scope, event.day);
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  }
}
