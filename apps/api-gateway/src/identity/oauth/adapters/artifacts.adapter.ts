import { Database } from '@tributary/persistence';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { CODE_BINDINGS, CodeKind, codeHolds } from '../../codes/code-binding';
import { tokenHash } from '../../codes/token-text';
import {
  ArtifactId,
  consumeArtifact,
  deleteArtifact,
  findArtifact,
  findGrantOfArtifact,
  saveArtifact,
} from '../../authorizations/oauth-artifacts.store';
import { withId, withoutId } from './artifact-payload';
import { revokeGrant } from '../../apps/grants';
import { errors } from '../oauth-library';
import { noteRepeatedRefresh } from '../repeated-refresh';

export interface ArtifactsOptions {
  readonly database: Database;
  /** A second use of a refresh token within this time counts as a repeated request. */
  readonly refreshGraceMs: number;
}

/**
 * Stores codes, refresh tokens and interactions in PostgreSQL, by the hash of their id. An artifact is consumed by one
 * update, so that of fifty simultaneous uses one succeeds.
 */
export class ArtifactsAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly options: ArtifactsOptions,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresInS = 0): Promise<void> {
    await saveArtifact(this.options.database, {
      ...this.named(id),
      grantId: payload.grantId ? Number(payload.grantId) : null,
      payload: withoutId(id, payload),
      expiresInS,
    });
  }

  /**
   * A refresh token that was used a moment ago looks unused while its successor is unused: a repeated request gets the
   * same response again, see `repeated-refresh.ts`.
   */
  async find(id: string): Promise<AdapterPayload | undefined> {
    const graceMs = this.kind === 'RefreshToken' ? this.options.refreshGraceMs : 0;
    const row = await findArtifact(this.options.database, this.named(id), graceMs);
    if (!row || !codeHolds(this.binding, row)) return undefined;
    return { ...withId(id, row.payload), ...(row.is_consumed ? { consumed: true } : {}) };
  }

  /** @throws InvalidGrant if another request consumed it first */
  async consume(id: string): Promise<void> {
    const { database, refreshGraceMs } = this.options;
    if (await consumeArtifact(database, this.named(id))) return;
    if (this.kind === 'RefreshToken' && refreshGraceMs > 0) {
      noteRepeatedRefresh(id);
    } else {
      const grantId = await findGrantOfArtifact(database, this.named(id));
      if (grantId) await revokeGrant(database, grantId, { kind: 'REFRESH_TOKEN_REUSED' });
    }
    throw new errors.InvalidGrant('it was used already');
  }

  private named(id: string): ArtifactId {
    return { kind: this.kind, idHash: tokenHash(id) };
  }

  /**
   * Returns the kind of code. A kind that a later version of the library adds lives as short as a code, until we choose
   * otherwise.
   */
  private get binding(): CodeKind {
    return isCodeKind(this.kind) ? this.kind : 'AuthorizationCode';
  }

  async destroy(id: string): Promise<void> {
    await deleteArtifact(this.options.database, this.named(id));
  }

  /** Does nothing, because an artifact ends with its grant; see `GrantsAdapter`. */
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
