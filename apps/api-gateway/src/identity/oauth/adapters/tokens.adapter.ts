import { Database } from '@tributary/persistence';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { recentAccess } from '../../access/recent-access';
import { tokenHash } from '../../codes/token-text';
import {
  AppTokenKind,
  AppTokenRow,
  deleteAppToken,
  endOldestTokens,
  findAppToken,
  insertAppToken,
} from '../../authorizations/tokens.store';
import { withId, withoutId } from './artifact-payload';

/** The library's access tokens: our `tokens`, where every request's token is looked up. */
abstract class TokensAdapter implements Adapter {
  constructor(protected readonly database: Database) {}

  protected abstract readonly kind: AppTokenKind;
  protected abstract toPayload(id: string, row: AppTokenRow): AdapterPayload;
  abstract upsert(id: string, payload: AdapterPayload, expiresInS?: number): Promise<void>;

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await findAppToken(this.database, this.kind, tokenHash(id));
    return row && this.toPayload(id, row);
  }

  async destroy(id: string): Promise<void> {
    await deleteAppToken(this.database, this.kind, tokenHash(id));
    recentAccess(this.database).forget();
  }

  /** An access token can be used repeatedly. */
  async consume(): Promise<void> {}

  /** Does nothing, because a token ends with its grant; see `GrantsAdapter`. */
  async revokeByGrantId(): Promise<void> {}

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}

/** Access tokens of apps that users authorized. */
export class AccessTokensAdapter extends TokensAdapter {
  protected readonly kind = 'OAUTH';

  constructor(
    database: Database,
    private readonly tokensOfGrantMax: number,
  ) {
    super(database);
  }

  async upsert(id: string, payload: AdapterPayload, expiresInS = 0): Promise<void> {
    const grantId = Number(payload.grantId);
    await insertAppToken(this.database, {
      hash: tokenHash(id),
      scopes: payload.scope?.split(' ') ?? [],
      oauth: withoutId(id, payload),
      expiresInS,
      grantId,
    });
    await endOldestTokens(this.database, grantId, this.tokensOfGrantMax);
  }

  protected toPayload(id: string, { oauth }: AppTokenRow): AdapterPayload {
    return withId(id, oauth ?? '{}');
  }
}

/** Access tokens of managed users: created by `managed-users.ts`, introspected and revoked here. */
export class ManagedTokensAdapter extends TokensAdapter {
  protected readonly kind = 'MANAGED';

  async upsert(): Promise<void> {
    throw new Error('managed tokens are not issued by way of the library');
  }

  protected toPayload(id: string, row: AppTokenRow): AdapterPayload {
    return {
      jti: id,
      kind: 'ClientCredentials',
      clientId: row.client_id,
      scope: row.scopes?.join(' '),
      iat: row.issued_at_s,
      exp: row.expires_at_s,
    };
  }
}
