import type { Bank } from '../bank/bank';
import { RetryWindows } from '../faults/retry-windows';
import { Allowances } from '../metering/allowances';
import { RequestCounts } from '../metering/request-counts';
import { RollingLimit } from '../metering/rolling-limit';
import type { SandboxClock } from '../state/sandbox-clock';
import { openJournal, type Journal } from '../state/journal';
import { USUAL_PROVIDER_A_BEHAVIOUR, type ProviderABehaviour } from './behaviour';
import { Consents } from './consents';
import type { ProviderAEvent } from './provider-a.events';
import { Tokens } from './tokens';

const MINUTE_MS = 60_000;

export interface ProviderSecret {
  readonly secretId: string;
  readonly secretKey: string;
}

export interface ProviderASetting {
  readonly bank: Bank;
  readonly clock: SandboxClock;
  readonly secrets: readonly ProviderSecret[];
  readonly dailyCalls: number;
  readonly requestsPerMinute: number;
  readonly dataDir?: string;
}

/** Everything that PROVIDER_A knows, replayed from its journal at start. */
export class ProviderAState {
  readonly bank: Bank;
  readonly clock: SandboxClock;
  readonly secrets: readonly ProviderSecret[];
  readonly tokens: Tokens;
  readonly consents: Consents;
  readonly allowances: Allowances;
  /** Wide, because it guards the service and not the bank. */
  readonly generalLimit: RollingLimit;
  readonly retryWindows: RetryWindows;
  behaviour: ProviderABehaviour = USUAL_PROVIDER_A_BEHAVIOUR;
  /** How many answers with transactions were given. */
  transactionAnswers = 0;
  /** When this process got its first request, in milliseconds since 1970. */
  firstRequestAt: number | null = null;
  readonly requests = new RequestCounts((account, resource) =>
    this.journal.append({ kind: 'request', account, resource }),
  );
  private readonly journal: Journal<ProviderAEvent>;

  constructor(setting: ProviderASetting) {
    const record = (event: ProviderAEvent): void => this.journal.append(event);
    const now = (): number => setting.clock.now();
    this.bank = setting.bank;
    this.clock = setting.clock;
    this.secrets = setting.secrets;
    this.tokens = new Tokens(now, record);
    this.consents = new Consents(now, record);
    this.allowances = new Allowances(setting.dailyCalls, now, (account, scope, day) =>
      record({ kind: 'success', account, scope, day }),
    );
    this.generalLimit = new RollingLimit(setting.requestsPerMinute, MINUTE_MS, now);
    this.retryWindows = new RetryWindows(now);
    this.journal = openJournal<ProviderAEvent>(setting.dataDir, 'provider-a', (event) => this.replay(event));
  }

  /** As at the start, but for the clients' tokens. */
  reset(): void {
    this.behaviour = USUAL_PROVIDER_A_BEHAVIOUR;
    this.transactionAnswers = 0;
    for (const part of [
      this.consents,
      this.allowances,
      this.generalLimit,
      this.retryWindows,
      this.requests,
    ]) {
      part.reset();
    }
  }

  close(): void {
    this.journal.close();
  }

  private replay(event: ProviderAEvent): void {
    switch (event.kind) {
      case 'token':
        return this.tokens.restore(event.use, event.token, event.expiresMs);
      case 'access-tokens-expired':
        return this.tokens.forgetAccessTokens();
      case 'agreement':
        return this.consents.restoreAgreement(event.agreement);
      case 'agreement-deleted':
        return this.consents.forgetAgreement(event.id);
      case 'requisition':
        return this.consents.restoreRequisition(event.requisition);
      case 'requisition-deleted':
        return this.consents.forgetRequisition(event.id);
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
