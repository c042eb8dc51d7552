import type { Bank } from '../bank/bank';
import { RetryWindows } from '../faults/retry-windows';
import type { SandboxClock } from '../sandbox-clock';
import { openJournal, type Journal } from '../state/journal';
import { Allowances, GeneralLimit } from './allowances';
import { Consents } from './consents';
import type { ProviderAEvent, Scope } from './provider-a.events';
import { Tokens } from './tokens';

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
  readonly generalLimit: GeneralLimit;
  readonly retryWindows: RetryWindows;
  /** When this process was first asked for anything, in milliseconds since 1970. */
  firstRequestAt: number | null = null;
  private readonly requests = new Map<string, number>();
  private readonly journal: Journal<ProviderAEvent>;

  constructor(setting: ProviderASetting) {
    const record = (event: ProviderAEvent): void => this.journal.append(event);
    const now = (): number => setting.clock.now();
    this.bank = setting.bank;
    this.clock = setting.clock;
    this.secrets = setting.secrets;
    this.tokens = new Tokens(now, record);
    this.consents = new Consents(now, record);
    this.allowances = new Allowances(setting.dailyCalls, now, record);
    this.generalLimit = new GeneralLimit(setting.requestsPerMinute, now);
    this.retryWindows = new RetryWindows(now);
    this.journal = openJournal<ProviderAEvent>(setting.dataDir, 'provider-a', (event) => this.replay(event));
  }

  countRequest(account: string, resource: Scope | 'account'): void {
    this.addRequest(account, resource);
    this.journal.append({ kind: 'request', account, resource });
  }

  /** All requests for a resource of an account, refused ones too. */
  requestCount(account: string, resource: Scope | 'account'): number {
    return this.requests.get(`${account}/${resource}`) ?? 0;
  }

  close(): void {
    this.journal.close();
  }

  private addRequest(account: string, resource: Scope | 'account'): void {
    this.requests.set(`${account}/${resource}`, this.requestCount(account, resource) + 1);
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
        return this.addRequest(event.account, event.resource);
      case 'success':
        return this.allowances.restore(event.account, event.scope, event.day);
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  }
}
