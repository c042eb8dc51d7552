import { randomUUID } from 'node:crypto';
import { BalanceDocument, InstitutionDocument } from '@tributary/contracts';
import { ProviderError } from '../src/providers/provider.errors';
import {
  AccountAccess,
  AccountProfile,
  AccountProvider,
  ConsentReference,
  ConsentState,
  CreatedConsent,
  Metered,
  ProviderCapabilities,
  ProviderTransaction,
  StoredRow,
  TransactionBatch,
  TransactionRequest,
} from '../src/providers/provider.port';

/** The changes at the bank, in order; a mark is a position in it. */
type Change =
  | { readonly kind: 'upsert'; readonly transaction: ProviderTransaction }
  | { readonly kind: 'removal'; readonly id: string };

/** A bank that reports changes and removals since a mark. Outlives the instances that call it. */
export class DeltaBank {
  readonly accountId = randomUUID();
  readonly changes: Change[] = [];
  /** The marks from which changes were requested; `null` for the beginning. */
  readonly askedFrom: (string | null)[] = [];
  pageSize = 2;
  /** Consents without this secret give no access. */
  readonly secret = 'delta-secret';
  /** Runs before each response; a thrown error is the response. */
  beforeAnswer: (cursor: string | null) => void = () => undefined;

  book(id: string, amount: string, change: Partial<ProviderTransaction> = {}): void {
    this.changes.push({ kind: 'upsert', transaction: { ...transaction(id, amount), ...change } });
  }

  remove(id: string): void {
    this.changes.push({ kind: 'removal', id });
  }
}

function transaction(id: string, amount: string): ProviderTransaction {
  return {
    booked: true,
    document: {
      amount,
      currency: 'EUR',
      booked: true,
      booking_date: '2026-03-02',
      booking_datetime: '',
      value_date: null,
      value_datetime: '',
      external_identifiers: { integrator_transaction_id: id },
    },
    strongId: id,
    weakId: null,
    pendingStrongId: null,
    rawJson: JSON.stringify({ id, amount }),
  };
}

/** A provider of style `cursor` instead of `window`, like Plaid's `/transactions/sync`. */
export class DeltaProvider implements AccountProvider {
  readonly provider = 'PROVIDER_B';
  readonly capabilities: ProviderCapabilities = {
    style: 'cursor',
    maxWindowDays: null,
    pendingTransactions: true,
    linksPendingToBooked: true,
    balances: false,
    holdings: false,
    reauthorization: true,
    dailyCallsAssumed: 1000,
    metered: [],
    pagesMetered: false,
    reportsAllowance: true,
    attendedCallsFree: false,
  };

  constructor(private readonly bankOfNow: () => DeltaBank) {}

  private get bank(): DeltaBank {
    return this.bankOfNow();
  }

  async listInstitutions(): Promise<readonly InstitutionDocument[]> {
    return [await this.readInstitution('DELTA')];
  }

  async readInstitution(externalId: string): Promise<InstitutionDocument> {
    return {
      integrator: this.provider,
      region: null,
      country: 'FI',
      name: 'Delta Bank',
      bic: null,
      external_id: externalId,
      logo: null,
      supported: true,
      supports_pending_transactions: true,
      supports_card_accounts: false,
      max_historical_days: 730,
      max_access_valid_for_days: 180,
      supported_products: ['BANK'],
      category: null,
    };
  }

  async createConsent(): Promise<CreatedConsent> {
    const consent = { consentId: 'delta-setup', secret: null };
    return { consent, link: 'https://delta.example/', maxHistoricalDays: 730, accessValidForDays: 180 };
  }

  async readConsent(): Promise<ConsentState> {
    return {
      kind: 'given',
      consent: { consentId: 'delta-item', secret: this.bank.secret },
      accountIds: [this.bank.accountId],
      expiresAt: null,
      maxHistoricalDays: 730,
      accessValidForDays: 180,
    };
  }

  async revokeConsent(): Promise<void> {
    // This provider stores nothing.
  }

  async readAccount(access: AccountAccess): Promise<AccountProfile> {
    this.check(access.consent);
    const nothing = null;
    return {
      resource_id: this.bank.accountId,
      institution_id: this.bank.accountId,
      iban: nothing,
      bban: nothing,
      scan: nothing,
      bic: nothing,
      msisdn: nothing,
      account_number_masked: nothing,
      currency: 'EUR',
      owner_name: nothing,
      owner_address: nothing,
      name: 'Everyday',
      display_name: nothing,
      product_name: nothing,
      cash_account_type: 'CACC',
      account_usage: nothing,
      linked_accounts: nothing,
      details: nothing,
      account_category: nothing,
      raw_type: nothing,
      meta: nothing,
    };
  }

  async readDetails(access: AccountAccess): Promise<Metered<AccountProfile>> {
    return { value: await this.readAccount(access), allowance: null };
  }

  async fetchBalances(): Promise<Metered<readonly BalanceDocument[]>> {
    return { value: [], allowance: null };
  }

  async fetchTransactions(
    access: AccountAccess,
    { cursor, window }: TransactionRequest,
  ): Promise<Metered<TransactionBatch>> {
    this.check(access.consent);
    this.bank.askedFrom.push(cursor);
    this.bank.beforeAnswer(cursor);
    const from = Number(cursor ?? 0);
    const page = this.bank.changes.slice(from, from + this.bank.pageSize);
    const next = from + page.length;
    return {
      allowance: null,
      value: {
        upserts: page.flatMap((change) => (change.kind === 'upsert' ? change.transaction : [])),
        removals: page.flatMap((change) => (change.kind === 'removal' ? change.id : [])),
        rejected: [],
        coverage: { ...window, includesPending: true, complete: true },
        nextCursor: String(next),
        hasMore: next < this.bank.changes.length,
      },
    };
  }

  readStored({ rawJson }: StoredRow): ProviderTransaction {
    const row = JSON.parse(rawJson) as { readonly id: string; readonly amount: string };
    return transaction(row.id, row.amount);
  }

  async close(): Promise<void> {
    // no open connections
  }

  private check({ secret }: ConsentReference): void {
    if (secret !== this.bank.secret) throw new ProviderError({ kind: 'consent_ended' }, 'no such consent');
  }
}
