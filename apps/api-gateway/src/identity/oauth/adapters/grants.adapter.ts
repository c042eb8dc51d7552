import { Database } from '@tributary/persistence';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { revokeGrant } from '../../apps/grants';
import { findGrant } from '../../authorizations/grants.store';
import { Provider } from '../oauth-library';

/** Expiry beyond any token's life: a grant ends when it is revoked. */
const NEVER_S = Date.UTC(9999, 0, 1) / 1000;

/** The library's grants: our `grants`, which the consent page creates. */
export class GrantsAdapter implements Adapter {
  constructor(private readonly database: Database) {}

  async upsert(): Promise<void> {
    throw new Error('grants are made by the consent page');
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const grant = await findGrant(this.database, Number(id));
    if (!grant) return undefined;
    return {
      jti: id,
      kind: 'Grant',
      accountId: String(grant.user_id),
      clientId: grant.client_id,
      openid: { scope: grant.scopes.join(' ') },
      exp: NEVER_S,
    };
  }

  /** Revokes the grant with all its tokens, because the app ended one, or used a code or refresh token a second time. */
  async destroy(id: string): Promise<void> {
    const isGivenBack = Provider.ctx?.oidc.route === 'revocation';
    await revokeGrant(this.database, Number(id), {
      kind: isGivenBack ? 'CONSENT_REVOKED' : 'REFRESH_TOKEN_REUSED',
      address: Provider.ctx?.ip,
    });
  }

  async consume(): Promise<void> {}

  async revokeByGrantId(): Promise<void> {}

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}
