import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { Access } from './access';
import { validSessions } from '../sessions/sessions';
import { accessFromRow, TokenRow, validTokensSql } from './token-row';

/** For what goes on after its request was checked: which accesses are still what they were. */
@Injectable()
export class HeldAccesses {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  /** Those that have not ended and may still do the same. Two statements, however many there are. */
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

  /** What each may see. */
  private async tokens(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const isInForce = `(t.kind <> 'LEGACY' or now() < $2::timestamptz)`;
    const rows = await this.database.query<TokenRow>(
      validTokensSql(`t.id = any($1::bigint[]) and ${isInForce}`),
      [ids, this.config.legacyTokensUntil],
    );
    return new Map(rows.map((row) => [row.id, accessFromRow(row).extent]));
  }
}

function idsOf(accesses: readonly Access[], id: (access: Access) => number | null): number[] {
  return [...new Set(accesses.flatMap((access) => id(access) ?? []))];
}
