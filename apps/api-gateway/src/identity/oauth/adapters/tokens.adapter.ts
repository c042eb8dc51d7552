import { Database, Queryable } from '@tributary/persistence';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { recentAccess } from '../../access/recent-access';
import { tokenHash } from '../../codes/token-text';
import { withId, withoutId } from './artifact-payload';

interface TokenRow {
  readonly oauth: string | null;
  readonly scopes: string[] | null;
  readonly grant_id: number;
  readonly client_id: string;
  readonly issued_at_s: number;
  readonly expires_at_s: number;
}

/** The library's access tokens: our `tokens`, where every request's token is looked up. */
abstract class TokensAdapter implements Adapter {
  constructor(protected readonly database: Database) {}

  protected abstract readonly kind: 'OAUTH' | 'MANAGED';
  protected abstract toPayload(id: string, row: TokenRow): AdapterPayload;
  abstract upsert(id: string, payload: AdapterPayload, expiresInS?: number): Promise<void>;

  async find(id: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.database.query<TokenRow>(
      `select t.oauth::text as oauth, t.scopes, t.grant_id, a.client_id,
              extract(epoch from t.created_at)::bigint as issued_at_s,
              extract(epoch from t.expires_at)::bigint as expires_at_s
         from tokens t join grants g on g.id = t.grant_id join oauth_apps a on a.id = g.app_id
              join users u on u.id = t.user_id
        where t.token_hash = $1 and t.kind = $2 and t.revoked_at is null and t.expires_at > now()
          and g.revoked_at is null and u.disabled_at is null`,
      [tokenHash(id), this.kind],
    );
    return row && this.toPayload(id, row);
  }

  async destroy(id: string): Promise<void> {
    await this.database.execute('delete from tokens where token_hash = $1 and kind = $2', [
      tokenHash(id),
      this.kind,
    ]);
    recentAccess(this.database).forget();
  }

  /** An access token can be used repeatedly. */
  async consume(): Promise<void> {}

  /** Ends with its grant: see `GrantsAdapter`. */
  async revokeByGrantId(): Promise<void> {}

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}

/** Ends an app's tokens for one user beyond `max`, oldest first: a repeating app keeps the newest. */
export async function endOldestTokens(database: Queryable, grantId: number, max: number): Promise<void> {
  await database.execute(
    'delete from tokens where id in (select id from tokens where grant_id = $1 order by id desc offset $2)',
    [grantId, max],
  );
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
    await this.database.execute(
      `insert into tokens (user_id, kind, name, token_hash, scopes, grant_id, oauth, expires_at)
       select g.user_id, 'OAUTH', a.name, $1, $2::text[], g.id, $3::jsonb,
              least(now() + make_interval(secs => $4), g.expires_at)
         from grants g join oauth_apps a on a.id = g.app_id
        where g.id = $5 and g.revoked_at is null`,
      [
        tokenHash(id),
        payload.scope?.split(' ') ?? [],
        withoutId(id, payload),
        expiresInS,
        Number(payload.grantId),
      ],
    );
    await endOldestTokens(this.database, Number(payload.grantId), this.tokensOfGrantMax);
  }

  protected toPayload(id: string, { oauth }: TokenRow): AdapterPayload {
    return withId(id, oauth ?? '{}');
  }
}

/** Access tokens of managed users: created by `managed-users.ts`, introspected and revoked here. */
export class ManagedTokensAdapter extends TokensAdapter {
  protected readonly kind = 'MANAGED';

  async upsert(): Promise<void> {
    throw new Error('managed tokens are not issued by way of the library');
  }

  protected toPayload(id: string, row: TokenRow): AdapterPayload {
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
