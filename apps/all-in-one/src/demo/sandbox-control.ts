/** What the outside companies say for themselves: the truth that the demo is held against. */
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
  readonly transactions_created: { readonly distinct: number; readonly told: number };
}

export interface BankAccountLedger {
  readonly id: string;
  readonly transaction_count: number;
  readonly last_balance: string;
}

export interface BudgetLedger {
  readonly accounts: {
    readonly note: string | null;
    readonly transactions: {
      readonly import_id: string | null;
      readonly amount: number;
      readonly deleted: boolean;
    }[];
  }[];
}

/** The sandbox's control server. */
export class SandboxControl {
  constructor(private readonly url: string) {}

  summary(institution: string): Promise<SandboxSummary> {
    return this.get(`/summary?institution=${institution}`);
  }

  bankLedger(institution: string): Promise<{ accounts: BankAccountLedger[] }> {
    return this.get(`/ledger/provider-a?institution=${institution}`);
  }

  budgetLedger(): Promise<BudgetLedger> {
    return this.get('/ledger/budgeta');
  }

  /** Gives the receiver the secret that it verifies a hook's deliveries with. */
  async trustHook(name: string, secret: string): Promise<void> {
    const response = await fetch(`${this.url}/receiver/${name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret, behaviour: 'ok' }),
    });
    if (!response.ok)
      throw new Error(`the sandbox refused the hook: ${response.status} ${await response.text()}`);
  }

  private async get<T>(path: string): Promise<T> {
    const response = await fetch(this.url + path);
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${path}`);
    return (await response.json()) as T;
  }
}
