import { BalanceDocument, InstitutionDocument } from '@tributary/contracts';
import { Clock, systemClock } from '@tributary/messaging';
import {
  AccountAccess,
  AccountProfile,
  AccountProvider,
  ConsentReference,
  ConsentRequest,
  ConsentState,
  CreatedConsent,
  Metered,
  ProviderTransaction,
  StoredRow,
  TransactionBatch,
  TransactionRequest,
} from '../provider.port';
import { readAccount, readDetails } from './accounts';
import { fetchBalances } from './balances';
import { PROVIDER_A_CAPABILITIES } from './capabilities';
import { ProviderAClient } from './client/client';
import { ProviderAConfig } from './config';
import { createConsent, readConsent, revokeConsent } from './consent';
import { listInstitutions, readInstitution } from './institutions';
import { fromProvider } from './transaction-fields';
import { fetchTransactions } from './transactions';

/** PROVIDER_A: the wire format of GoCardless Bank Account Data, version 2. */
export class ProviderA implements AccountProvider {
  readonly provider = 'PROVIDER_A';
  readonly capabilities = PROVIDER_A_CAPABILITIES;
  private readonly client: ProviderAClient;

  constructor(config: ProviderAConfig, clock: Clock = systemClock) {
    this.client = new ProviderAClient(config, clock);
  }

  listInstitutions(country: string | null): Promise<readonly InstitutionDocument[]> {
    return listInstitutions(this.client, country);
  }

  readInstitution(externalId: string): Promise<InstitutionDocument> {
    return readInstitution(this.client, externalId);
  }

  createConsent(request: ConsentRequest): Promise<CreatedConsent> {
    return createConsent(this.client, request);
  }

  readConsent(consent: ConsentReference): Promise<ConsentState> {
    return readConsent(this.client, consent);
  }

  revokeConsent(consent: ConsentReference): Promise<void> {
    return revokeConsent(this.client, consent);
  }

  readAccount(access: AccountAccess): Promise<AccountProfile> {
    return readAccount(this.client, access.accountExternalId);
  }

  readDetails(access: AccountAccess): Promise<Metered<AccountProfile>> {
    return readDetails(this.client, access.accountExternalId);
  }

  fetchBalances(access: AccountAccess): Promise<Metered<readonly BalanceDocument[]>> {
    return fetchBalances(this.client, access.accountExternalId);
  }

  fetchTransactions(access: AccountAccess, request: TransactionRequest): Promise<Metered<TransactionBatch>> {
    return fetchTransactions(this.client, access.accountExternalId, request);
  }

  readStored({ rawJson, booked, accountCurrency }: StoredRow): ProviderTransaction {
    return fromProvider(JSON.parse(rawJson), booked, accountCurrency);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
