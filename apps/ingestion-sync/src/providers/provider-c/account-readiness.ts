import { Clock } from '@tributary/messaging';
import { isJson, Json } from '../mapping/json-fields';
import { ProviderError } from '../provider.errors';
import { AccountAccess, ConsentReference } from '../provider.port';
import { ProviderCClient } from './client/client';
import { STILL_LOADING_MS } from './client/errors';
import { fromSecret } from './client/user-secret';

/** Time for which a working connection is not checked again. */
const WELL_FOR_MS = 60_000;
const KEPT_MAX = 10_000;

/** Parts of an account that PROVIDER_C loads from the broker, each at its own pace. */
export type LoadedPart = 'transactions' | 'holdings';

/**
 * Determines whether PROVIDER_C's data of an account is complete and current. It responds from its cache when the
 * broker has closed the connection, and with a part while it is loading; the responses show neither.
 */
export class AccountReadiness {
  private readonly wellUntil = new Map<string, number>();
  private readonly loaded = new Set<string>();

  constructor(
    private readonly client: ProviderCClient,
    private readonly clock: Clock,
  ) {}

  /** @throws ProviderError `consent_ended` where the broker wants the user to connect again */
  async checkConnected(consent: ConsentReference): Promise<void> {
    if ((this.wellUntil.get(consent.consentId) ?? 0) > this.clock.now()) return;
    const connection = await this.connectionOf(consent);
    if (connection === null || connection.disabled === true) {
      this.wellUntil.delete(consent.consentId);
      throw new ProviderError({ kind: 'consent_ended' }, 'GET connection says that it is disabled');
    }
    if (this.wellUntil.size >= KEPT_MAX) this.wellUntil.clear();
    this.wellUntil.set(consent.consentId, this.clock.now() + WELL_FOR_MS);
  }

  /** @throws ProviderError `rate_limited` while the first load runs */
  async checkLoaded(access: AccountAccess, part: LoadedPart, account: () => Promise<Json>): Promise<void> {
    const key = `${part}/${access.accountExternalId}`;
    if (this.loaded.has(key)) return;
    if (!isLoaded(await account(), part)) {
      throw new ProviderError(
        { kind: 'rate_limited', scope: 'resource', retryAfterMs: STILL_LOADING_MS },
        `GET account says that its ${part} are still being loaded`,
      );
    }
    if (this.loaded.size >= KEPT_MAX) this.loaded.clear();
    this.loaded.add(key);
  }

  private async connectionOf(consent: ConsentReference): Promise<Json | null> {
    try {
      const { body } = await this.client.send({
        call: 'GET connection',
        method: 'GET',
        path: `authorizations/${encodeURIComponent(consent.consentId)}`,
        user: fromSecret(consent.secret),
      });
      return body;
    } catch (error) {
      if (error instanceof ProviderError && error.failure.kind === 'not_found') return null;
      throw error;
    }
  }
}

/** Returns whether the part is loaded; a missing status counts as loaded. */
export function isLoaded(account: Json, part: LoadedPart): boolean {
  const status = isJson(account.sync_status) ? account.sync_status[part] : undefined;
  return !isJson(status) || status.initial_sync_completed !== false;
}
