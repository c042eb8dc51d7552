import { Inject, Injectable } from '@nestjs/common';
import { systemClock } from '@tributary/messaging';
import { INGESTION_CONFIG } from '../ingestion-sync.tokens';
import type { IngestionSyncConfig } from '../ingestion-sync.config';
import {
  AccountAccess,
  AccountProfile,
  AccountProvider,
  AllowanceReading,
  ConsentReference,
} from '../providers/provider.port';
import { ProviderError } from '../providers/provider.errors';
import { withRetries } from '../providers/retry';
import { sideBySide } from '../providers/side-by-side';
import { DiscoveredAccount } from './account-identity';
import { mergeProfile } from './account-profile';

const CALL_ATTEMPTS = 3;

/** Reads what a provider tells of the accounts of a consent, many at a time. */
@Injectable()
export class AccountDiscovery {
  constructor(@Inject(INGESTION_CONFIG) private readonly config: IngestionSyncConfig) {}

  /** Accounts that the institution closed in the meantime are left out. @throws ProviderError */
  async discover(
    provider: AccountProvider,
    consent: ConsentReference,
    externalIds: readonly string[],
  ): Promise<DiscoveredAccount[]> {
    const found = await sideBySide(externalIds, this.config.sync.concurrency, (accountExternalId) =>
      this.read(provider, { accountExternalId, consent, user: null }),
    );
    return found.filter((account) => account !== null);
  }

  private async read(provider: AccountProvider, access: AccountAccess): Promise<DiscoveredAccount | null> {
    try {
      const profile = await this.retried(() => provider.readAccount(access));
      const details = await this.readDetails(provider, access);
      return {
        externalId: access.accountExternalId,
        profile: details ? mergeProfile(profile, details.value) : profile,
        details: details ? { allowance: details.allowance } : null,
      };
    } catch (error) {
      if (error instanceof ProviderError && error.failure.kind === 'not_found') return null;
      throw error;
    }
  }

  /**
   * The institution's own words, which tell accounts of one IBAN apart. Its allowance or its mood may withhold
   * them: then the sync asks again.
   */
  private async readDetails(
    provider: AccountProvider,
    access: AccountAccess,
  ): Promise<{ value: AccountProfile; allowance: AllowanceReading | null } | null> {
    try {
      return await provider.readDetails(access);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return null;
    }
  }

  private retried<T>(call: () => Promise<T>): Promise<T> {
    const options = { attempts: CALL_ATTEMPTS, pauseMs: this.config.sync.callRetryMs };
    return withRetries(call, options, systemClock);
  }
}
