import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { Access } from './access';
import { validSessions } from '../sessions/sessions.store';
import { findValidTokens } from '../authorizations/tokens.store';
import { accessFromRow } from './token-row';

/** Checks accesses again for work that continues after its request was checked, such as streams. */
@Injectable()
export class HeldAccesses {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  /** The accesses that have not ended and still have the same extent. Two statements, however many there are. */
  async among(accesses: readonly Access[]): Promise<ReadonlySet<Access>> {
    const [sessions, tokens] = await Promise.all([
      this.sessions(idsOf(accesses, ({ sessionId }) => sessionId)),
      this.tokens(idsOf(accesses, ({ tokenId }) => tokenId)),
    ]);
    return new Set(
      accesses.filter(({ tokenId, sessionId, extent }) =>
        tokenId === null ? sessions.has(sessionId ?? 0) : tokens.get(tokenId) === extent,
      ),
    );
  }

  private async sessions(ids: readonly number[]): Promise<ReadonlySet<number>> {
    return ids.length === 0 ? new Set() : validSessions(this.database, ids);
  }

  /** The present extent of each valid token, by id. */
  private async tokens(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await findValidTokens(this.database, ids, this.config.legacyTokensUntil);
    return new Map(rows.map((row) => [row.id, accessFromRow(row).extent]));
  }
}

function idsOf(accesses: readonly Access[], id: (access: Access) => number | null): number[] {
  return [...new Set(accesses.flatMap((access) => id(access) ?? []))];
}
