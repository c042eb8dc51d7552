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
  Metered,
  ProviderTransaction,
  StoredRow,
  ProviderCapabilities,
  TransactionBatch,
  TransactionRequest,
} from '../provider.port';
import { readAccount, readDetails } from './accounts';
import { fetchBalances } from './balances';
import { PROVIDER_B_CAPABILITIES } from './capabilities';
import { ProviderBClient } from './client/client';
import { ProviderBConfig } from './config';
import { createConsent, readConsent, revokeConsent } from './consent';
import { listInstitutions, readInstitution } from './institutions';
import { fromProvider } from './transaction-fields';
import { fetchTransactions } from './transactions';

/** PROVIDER_B: the wire format of Enable Banking. */
export class ProviderB implements AccountProvider {
  readonly provider = 'PROVIDER_B';
  readonly capabilities: ProviderCapabilities;
  private readonly client: ProviderBClient;

  constructor(config: ProviderBConfig, clock: Clock = systemClock) {
    this.capabilities = { ...PROVIDER_B_CAPABILITIES, dailyCallsAssumed: config.dailyCalls };
    this.client = new ProviderBClient(config, clock);
  }

  listInstitutions(country: string | null): Promise<readonly InstitutionDocument[]> {
    return listInstitutions(this.client, country);
  }

  readInstitution(externalId: string): Promise<InstitutionDocument> {
    return readInstitution(this.client, externalId);
  }

  async createConsent(request: ConsentRequest): Promise<CreatedConsent> {
    return createConsent(this.client, request);
  }

  readConsent(consent: ConsentReference, callback: ConsentCallback | null): Promise<ConsentState> {
    return readConsent(this.client, consent, callback);
  }

  revokeConsent(consent: ConsentReference): Promise<void> {
    return revokeConsent(this.client, consent);
  }

  readAccount(access: AccountAccess): Promise<AccountProfile> {
    return readAccount(this.client, access);
  }

  readDetails(access: AccountAccess): Promise<Metered<AccountProfile>> {
    return readDetails(this.client, access);
  }

  fetchBalances(access: AccountAccess): Promise<Metered<readonly BalanceDocument[]>> {
    return fetchBalances(this.client, access);
  }

  fetchTransactions(access: AccountAccess, request: TransactionRequest): Promise<Metered<TransactionBatch>> {
    return fetchTransactions(this.client, access, request);
  }

  readStored({ rawJson, accountCurrency }: StoredRow): ProviderTransaction | null {
    return fromProvider(JSON.parse(rawJson), accountCurrency);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
