import { BalanceDocument, InstitutionDocument } from '@tributary/contracts';
import { Clock, systemClock } from '@tributary/messaging';
import { addDays, utcDay } from '@tributary/money';
import { parseLossless } from '../mapping/json-decimals';
import { ProviderError } from '../provider.errors';
import {
  AccountAccess,
  AccountProfile,
  AccountProvider,
  ConsentReference,
  ConsentState,
  CreatedConsent,
  DateWindow,
  HoldingsReading,
  Metered,
  ProviderTransaction,
  StoredRow,
  TransactionBatch,
  TransactionRequest,
} from '../provider.port';
import { AccountSets } from './account-sets';
import { profileFrom } from './accounts';
import { balancesFrom } from './balances';
import { ACCESS_DAYS, HISTORY_DAYS, SIMPLEFIN_CAPABILITIES, WINDOW_DAYS } from './capabilities';
import { SimpleFinClient } from './client/client';
import { SimpleFinConfig } from './config';
import { holdingsFrom } from './holdings';
import { listInstitutions, readInstitution } from './institutions';
import { RequestLedger, UNLIMITED } from './client/request-ledger';
import { fromProvider } from './transaction-fields';
import { batchFrom } from './transactions';

/** SIMPLEFIN: any server that speaks the SimpleFIN protocol, version 1 or 2. */
export class SimpleFin implements AccountProvider {
  readonly provider = 'SIMPLEFIN';
  readonly capabilities = SIMPLEFIN_CAPABILITIES;
  private readonly client: SimpleFinClient;
  private readonly sets: AccountSets;

  constructor(
    config: SimpleFinConfig,
    private readonly clock: Clock = systemClock,
    ledger: RequestLedger = UNLIMITED,
  ) {
    this.client = new SimpleFinClient(config, ledger);
    this.sets = new AccountSets(this.client, config, clock);
  }

  listInstitutions(country: string | null): Promise<readonly InstitutionDocument[]> {
    return Promise.resolve(listInstitutions(country));
  }

  async readInstitution(externalId: string): Promise<InstitutionDocument> {
    return readInstitution(externalId);
  }

  /** @throws ProviderError always: users bring a setup token instead */
  createConsent(): Promise<CreatedConsent> {
    const failure = { kind: 'request_refused', fields: ['setup_token'] } as const;
    return Promise.reject(new ProviderError(failure, 'SimpleFIN has no page for a consent'));
  }

  claimAccess(setupToken: string): Promise<string> {
    return this.client.claim(setupToken);
  }

  async readConsent(consent: ConsentReference): Promise<ConsentState> {
    try {
      const { accounts } = await this.sets.all(consent);
      return {
        kind: 'given',
        consent,
        accountIds: [...new Set(accounts.map(({ id }) => id))],
        expiresAt: null,
        maxHistoricalDays: HISTORY_DAYS,
        accessValidForDays: ACCESS_DAYS,
      };
    } catch (error) {
      if (error instanceof ProviderError && error.failure.kind === 'consent_ended') return { kind: 'ended' };
      throw error;
    }
  }

  /** The protocol has no request for it: the user ends access at the server. */
  async revokeConsent(): Promise<void> {}

  readAccount(access: AccountAccess): Promise<AccountProfile> {
    return this.profile(access, 'account');
  }

  async readDetails(access: AccountAccess): Promise<Metered<AccountProfile>> {
    return { value: await this.profile(access, 'details'), allowance: null };
  }

  async fetchBalances(access: AccountAccess): Promise<Metered<readonly BalanceDocument[]>> {
    const { found } = await this.sets.account(access, 'balances', this.newestWindow());
    return { ...balancesFrom(found.account), allowance: null };
  }

  async fetchHoldings(access: AccountAccess): Promise<Metered<HoldingsReading>> {
    const { found } = await this.sets.account(access, 'holdings', this.newestWindow());
    return { value: holdingsFrom(found.account), allowance: null };
  }

  async fetchTransactions(
    access: AccountAccess,
    request: TransactionRequest,
  ): Promise<Metered<TransactionBatch>> {
    const answer = await this.sets.transactions(access, request.window);
    return { value: await batchFrom(answer, request), allowance: null };
  }

  readStored({ rawJson, accountCurrency }: StoredRow): ProviderTransaction {
    return fromProvider(parseLossless(rawJson), accountCurrency);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async profile(access: AccountAccess, part: 'account' | 'details'): Promise<AccountProfile> {
    const { set, found } = await this.sets.account(access, part, null);
    return profileFrom(found, set);
  }

  /** The window that each sync requests. */
  private newestWindow(): DateWindow {
    return { from: addDays(utcDay(this.clock.now()), 1 - WINDOW_DAYS), to: null };
  }
}
