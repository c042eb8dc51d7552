import { BalanceDocument, InstitutionDocument } from '@tributary/contracts';
import { Clock, systemClock } from '@tributary/messaging';
import {
  AccountProfile,
  AccountProvider,
  ConsentRequest,
  ConsentState,
  CreatedConsent,
  Metered,
  TransactionBatch,
  TransactionRequest,
} from '../provider.port';
import { readAccount, readDetails } from './accounts';
import { fetchBalances } from './balances';
import { PROVIDER_A_CAPABILITIES } from './capabilities';
import { ProviderAClient } from './client';
import { ProviderAConfig } from './config';
import { createConsent, readConsent } from './consent';
import { readInstitution } from './institutions';
import { fetchTransactions } from './transactions';

/** PROVIDER_A: the wire format of GoCardless Bank Account Data, version 2. */
export class ProviderA implements AccountProvider {
  readonly provider = 'PROVIDER_A';
  readonly capabilities = PROVIDER_A_CAPABILITIES;
  private readonly client: ProviderAClient;

  constructor(config: ProviderAConfig, clock: Clock = systemClock) {
    this.client = new ProviderAClient(config, clock);
  }

  readInstitution(externalId: string): Promise<InstitutionDocument> {
    return readInstitution(this.client, externalId);
  }

  createConsent(request: ConsentRequest): Promise<CreatedConsent> {
    return createConsent(this.client, request);
  }

  readConsent(consentId: string): Promise<ConsentState> {
    return readConsent(this.client, consentId);
  }

  readAccount(accountExternalId: string): Promise<AccountProfile> {
    return readAccount(this.client, accountExternalId);
  }

  readDetails(accountExternalId: string): Promise<Metered<AccountProfile>> {
    return readDetails(this.client, accountExternalId);
  }

  fetchBalances(accountExternalId: string): Promise<Metered<readonly BalanceDocument[]>> {
    return fetchBalances(this.client, accountExternalId);
  }

  fetchTransactions(request: TransactionRequest): Promise<Metered<TransactionBatch>> {
    return fetchTransactions(this.client, request);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
