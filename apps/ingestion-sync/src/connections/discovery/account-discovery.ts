import { Inject, Injectable } from '@nestjs/common';
import { systemClock } from '@tributary/messaging';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import {
  AccountAccess,
  AccountProfile,
  AccountProvider,
  ConsentReference,
} from '../../providers/provider.port';
import { ProviderError } from '../../providers/provider.errors';
import { withRetries } from '../../providers/http/retry';
import { Allowance } from '../../providers/metering/allowances';
import { MeteredCalls } from '../../providers/metering/metered-calls';
import { DiscoveredAccount } from './account-identity';
import { mergeProfile } from '../../accounts/account-profile';

const CALL_ATTEMPTS = 3;

/** Reads what a provider reports of the accounts of a consent, many at a time. */
@Injectable()
export class AccountDiscovery {
  constructor(@Inject(INGESTION_CONFIG) private readonly config: IngestionSyncConfig) {}

  /**
   * Returns the accounts of a consent, without those that the institution has closed.
   * @throws ProviderError
   */
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
        profile: details.provided ? mergeProfile(profile, details.provided) : profile,
        detailsRead: details.provided !== null,
        detailsAllowance: details.allowance,
      };
    } catch (error) {
      if (error instanceof ProviderError && error.failure.kind === 'not_found') return null;
      throw error;
    }
  }

  /**
   * The institution's own texts, which distinguish accounts of one IBAN. If its allowance or a failure withholds them,
   * the sync requests them again later.
   */
  private async readDetails(
    provider: AccountProvider,
    access: AccountAccess,
  ): Promise<{ provided: AccountProfile | null; allowance: Allowance }> {
    const calls = new MeteredCalls({
      provider,
      access,
      allowances: [],
      retryMs: 0,
      clock: systemClock,
      signal: AbortSignal.abort(), // each is called once, because the user waits
      onAllowance: () => undefined,
      beforeCall: async () => undefined,
    });
    const what = { resource: 'details', purpose: 'regular' } as const;
    const result = await calls.make(what, (asked) => provider.readDetails(asked));
    return {
      provided: result.kind === 'answered' ? result.value : null,
      allowance: calls.allowance('details'),
    };
  }

  private retried<T>(call: () => Promise<T>): Promise<T> {
    const options = { attempts: CALL_ATTEMPTS, pauseMs: this.config.sync.callRetryMs };
    return withRetries(call, options, systemClock);
  }
}

/**
 * Processes the items with limited concurrency, and returns the results in the items' order. The first failure ends it.
 */
async function sideBySide<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const index = next++;
      try {
        results[index] = await work(items[index] as T);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}
