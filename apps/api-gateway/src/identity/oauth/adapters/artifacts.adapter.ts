import { Database } from '@tributary/persistence';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { CODE_BINDINGS, CodeKind, codeHolds } from '../../codes/code-binding';
import { tokenHash } from '../../codes/token-text';
import { withId, withoutId } from './artifact-payload';
import { revokeGrant } from '../../apps/grants';
import { errors } from '../oauth-library';
import { noteRepeatedRefresh } from '../repeated-refresh';

interface ArtifactRow {
  readonly payload: string;
  readonly is_consumed: boolean;
  readonly made: number | null;
  readonly present: number | null;
}

export interface ArtifactsOptions {
  readonly database: Database;
  /** How long a second use of a refresh token counts as a repeated request. */
  readonly refreshGraceMs: number;
}

/**
 * Codes, refresh tokens and interactions in Postgres, by the hash of their id. One update consumes an artifact: of
 * fifty uses at once one succeeds.
 */
export class ArtifactsAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly options: ArtifactsOptions,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresInS = 0): Promise<void> {
    await this.options.database.execute(
      `insert into oauth_artifacts (kind, id_hash, grant_id, payload, expires_at, credentials_version)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5),
               (select u.credentials_version from grants g join users u on u.id = g.user_id where g.id = $3))
       on conflict (kind, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      [
        this.kind,
        tokenHash(id),
        payload.grantId ? Number(payload.grantId) : null,
        withoutId(id, payload),
        expiresInS,
      ],
    );
  }

  /**
   * A refresh token that was used a moment ago looks unused while its successor is unused: a repeated request gets the
   * same answer again, see `repeated-refresh.ts`.
   */
  async find(id: string): Promise<AdapterPayload | undefined> {
    const graceMs = this.kind === 'RefreshToken' ? this.options.refreshGraceMs : 0;
    const [row] = await this.options.database.query<ArtifactRow>(
      `select a.payload,
              a.consumed_at is not null and not (
                a.consumed_at > now() - make_interval(secs => $3::float8 / 1000)
                and not exists (select from oauth_artifacts later
                                 where later.kind = a.kind and later.grant_id = a.grant_id
                                   and later.consumed_at > a.consumed_at)) as is_consumed,
              a.credentials_version as made, u.credentials_version as present
         from oauth_artifacts a left join grants g on g.id = a.grant_id left join users u on u.id = g.user_id
        where a.kind = $1 and a.id_hash = $2 and a.expires_at > now()`,
      [this.kind, tokenHash(id), graceMs],
    );
    if (!row || !codeHolds(this.binding, row)) return undefined;
    return { ...withId(id, row.payload), ...(row.is_consumed ? { consumed: true } : {}) };
  }

  /** @throws InvalidGrant if another request consumed it first */
  async consume(id: string): Promise<void> {
    const { database, refreshGraceMs } = this.options;
    const consumed = await database.execute(
      `update oauth_artifacts set consumed_at = clock_timestamp()
        where kind = $1 and id_hash = $2 and consumed_at is null`,
      [this.kind, tokenHash(id)],
    );
    if (consumed > 0) return;
    if (this.kind === 'RefreshToken' && refreshGraceMs > 0) {
      noteRepeatedRefresh(id);
    } else {
      const [row] = await database.query<{ grant_id: number | null }>(
        'select grant_id from oauth_artifacts where kind = $1 and id_hash = $2',
        [this.kind, tokenHash(id)],
      );
      if (row?.grant_id) await revokeGrant(database, row.grant_id, { kind: 'REFRESH_TOKEN_REUSED' });
    }
    throw new errors.InvalidGrant('it was used already');
  }

  /** A kind that the library adds is as short-lived as a code until somebody decides otherwise. */
  private get binding(): CodeKind {
    return isCodeKind(this.kind) ? this.kind : 'AuthorizationCode';
  }

  async destroy(id: string): Promise<void> {
    await this.options.database.execute('delete from oauth_artifacts where kind = $1 and id_hash = $2', [
      this.kind,
      tokenHash(id),
    ]);
  }

  /** Ends with its grant: see `GrantsAdapter`. */
  async revokeByGrantId(): Promise<void> {}

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}

function isCodeKind(kind: string): kind is CodeKind {
  return Object.hasOwn(CODE_BINDINGS, kind);
}
