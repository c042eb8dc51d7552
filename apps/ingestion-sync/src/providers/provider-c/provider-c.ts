import { BalanceDocument, InstitutionDocument } from '@tributary/contracts';
import { Clock, systemClock } from '@tributary/messaging';
import {
  AccountAccess,
  AccountProfile,
  AccountProvider,
  ConsentCallback,
  ConsentReference,
  ConsentRequest,
  ConsentState,
  CreatedConsent,
  HoldingsReading,
  Metered,
  ProviderTransaction,
  StoredRow,
  TransactionBatch,
  TransactionRequest,
} from '../provider.port';
import { AccountReadiness } from './account-readiness';
import { fetchAccount, readDetails } from './accounts';
import { fetchBalances } from './balances';
import { PROVIDER_C_CAPABILITIES } from './capabilities';
import { ProviderCClient } from './client/client';
import { ProviderCConfig } from './config';
import { createConsent, readConsent, revokeConsent } from './consent';
import { parseLossless } from '../mapping/json-decimals';
import { fetchHoldings } from './holdings';
import { listInstitutions, readInstitution } from './institutions';
import { fromProvider } from './transaction-fields';
import { fetchTransactions } from './transactions';

/** PROVIDER_C: the wire format of SnapTrade. */
export class ProviderC implements AccountProvider {
  readonly provider = 'PROVIDER_C';
  readonly capabilities = PROVIDER_C_CAPABILITIES;
  private readonly client: ProviderCClient;
  private readonly readiness: AccountReadiness;

  constructor(
    private readonly config: ProviderCConfig,
    clock: Clock = systemClock,
  ) {
    this.client = new ProviderCClient(config, clock);
    this.readiness = new AccountReadiness(this.client, clock);
  }

  listInstitutions(country: string | null): Promise<readonly InstitutionDocument[]> {
    return listInstitutions(this.client, country);
  }

  readInstitution(externalId: string): Promise<InstitutionDocument> {
    return readInstitution(this.client, externalId);
  }

  createConsent(request: ConsentRequest): Promise<CreatedConsent> {
    return createConsent(this.client, this.config.keyKind, request);
  }

  readConsent(consent: ConsentReference, callback: ConsentCallback | null): Promise<ConsentState> {
    return readConsent(this.client, consent, callback);
  }

  revokeConsent(consent: ConsentReference): Promise<void> {
    return revokeConsent(this.client, consent);
  }

  async readAccount(access: AccountAccess): Promise<AccountProfile> {
    return (await this.readDetails(access)).value;
  }

  readDetails(access: AccountAccess): Promise<Metered<AccountProfile>> {
    return readDetails(this.client, access);
  }

  async fetchBalances(access: AccountAccess): Promise<Metered<readonly BalanceDocument[]>> {
    await this.readiness.checkConnected(access.consent);
    await access.permit?.();
    return fetchBalances(this.client, access);
  }

  async fetchHoldings(access: AccountAccess): Promise<Metered<HoldingsReading>> {
    await this.readiness.checkConnected(access.consent);
    await access.permit?.();
    const { value: account } = await fetchAccount(this.client, access);
    await this.readiness.checkLoaded(access, 'holdings', () => Promise.resolve(account));
    await access.permit?.();
    return fetchHoldings(this.client, access, account);
  }

  async fetchTransactions(
    access: AccountAccess,
    request: TransactionRequest,
  ): Promise<Metered<TransactionBatch>> {
    await this.readiness.checkConnected(access.consent);
    await access.permit?.();
    const account = async () => (await fetchAccount(this.client, access)).value;
    await this.readiness.checkLoaded(access, 'transactions', account);
    return fetchTransactions(this.client, access, request);
  }

  readStored({
    rawJson,
    accountCurrency: currency,
    accountCategory: category,
  }: StoredRow): ProviderTransaction {
    return fromProvider(parseLossless(rawJson), { category, currency });
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
