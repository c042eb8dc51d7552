// Imports the file and not the sandbox's index, because the index loads all of its servers.
import { callControl } from '../../../sandbox/src/control/call-control';

/** The records of the sandbox's companies, with which the demo is compared. */
export interface SandboxSummary {
  readonly provider_a: {
    readonly accounts: number;
    readonly transactions: number;
    readonly first_request_at: number | null;
  };
  readonly budgeta: { readonly transactions: number; readonly imported: number; readonly deleted: number };
  readonly receiver: Readonly<Record<string, ReceiverSummary>>;
}

export interface ReceiverSummary {
  readonly deliveries: number;
  readonly last_arrival_at: number | null;
  readonly unique_ids: number;
  readonly bad_signatures: number;
  readonly types: Readonly<Record<string, number>>;
  readonly transactions_created: { readonly distinct: number; readonly received: number };
}

export interface BankAccountLedger {
  readonly id: string;
  readonly transaction_ids: readonly (string | null)[];
  readonly signed_sum: string;
  readonly transaction_count: number;
  readonly last_balance: string;
}

export interface BudgetRow {
  readonly import_id: string | null;
  readonly payee: string | null;
  readonly memo: string | null;
  /** Amount in thousandths of the currency unit. */
  readonly amount: number;
  readonly deleted: boolean;
}

export interface BudgetLedger {
  readonly accounts: { readonly note: string | null; readonly transactions: BudgetRow[] }[];
}

export interface ReceiverLedger {
  /** The number of deliveries that announced each transaction as created, by its id. */
  readonly created: Readonly<Record<string, number>>;
}

/** A booked transaction of PROVIDER_A's bank. */
export interface BankTransaction {
  readonly transactionId: string;
  readonly bookingDate: string;
  readonly transactionAmount: { readonly amount: string; readonly currency: string };
  readonly creditorName?: string;
  readonly remittanceInformationUnstructured: string;
  readonly [field: string]: unknown;
}

/** A fault of one of the sandbox's servers; the sandbox's README lists the kinds. */
export interface OutsideFault {
  readonly target: 'provider-a' | 'budgeta' | 'receiver';
  readonly kind: string;
  readonly path?: string;
  readonly delay_ms?: number;
  readonly times?: number | null;
}

export type ConsentingCompany = 'provider-a' | 'provider-b' | 'provider-c' | 'budgeta';

/** A client of the sandbox's control server. */
export class SandboxControl {
  constructor(private readonly sandbox: { readonly controlUrl: string }) {}

  summary(institution: string): Promise<SandboxSummary> {
    return this.get(`/summary?institution=${institution}`);
  }

  bankLedger(institution: string): Promise<{ accounts: BankAccountLedger[] }> {
    return this.get(`/ledger/provider-a?institution=${institution}`);
  }

  budgetLedger(): Promise<BudgetLedger> {
    return this.get('/ledger/budgeta');
  }

  /** Returns the consents in force: ids by company. */
  consents(): Promise<Readonly<Record<ConsentingCompany, readonly string[]>>> {
    return this.get('/ledger/consents');
  }

  /** Returns the application's registration at PROVIDER_B. */
  providerBApplication(): Promise<{ readonly application_id: string; readonly private_key: string }> {
    return this.get('/provider-b/application');
  }

  receiverLedger(hook: string): Promise<ReceiverLedger> {
    return this.get(`/ledger/receiver/${hook}`);
  }

  /** Gives the receiver the secret with which it verifies the deliveries of a hook. */
  trustHook(name: string, secret: string): Promise<void> {
    return this.request('PUT', `/receiver/${name}`, { secret, behaviour: 'ok' });
  }

  /** Books new transactions of one account at the bank. */
  book(bankAccount: string, booked: readonly BankTransaction[]): Promise<void> {
    return this.request('POST', `/provider-a/accounts/${bankAccount}/transactions`, { booked });
  }

  /** Sets the bank's details of an account, in the members of PROVIDER_A's `details`. */
  describe(bankAccount: string, details: Readonly<Record<string, string>>): Promise<void> {
    return this.request('POST', `/provider-a/accounts/${bankAccount}/transactions`, { details });
  }

  misbehave(fault: OutsideFault): Promise<void> {
    return this.request('POST', '/faults', fault);
  }

  behave(): Promise<void> {
    return this.request('DELETE', '/faults');
  }

  /** Returns how many requests met one of the current faults. */
  async faultsMet(): Promise<number> {
    const faults = await this.get<{ readonly applied: number }[]>('/faults');
    return faults.reduce((sum, { applied }) => sum + applied, 0);
  }

  private request(method: string, path: string, body?: unknown): Promise<void> {
    return callControl(this.sandbox, method, path, body);
  }

  private get<T>(path: string): Promise<T> {
    return callControl<T>(this.sandbox, 'GET', path);
  }
}
