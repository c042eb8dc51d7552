import { Caller } from '@tributary/contracts';
import { MissingScopeError } from '@tributary/http';
import { Plan } from './plans';

export const TOKEN_KINDS = ['PERSONAL'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** Who asks, and what the token was granted. */
export class Access {
  constructor(
    readonly tokenId: number,
    readonly userId: number,
    readonly plan: Plan,
    readonly kind: TokenKind,
    /** Null: all of them, the owner's own token. */
    readonly scopes: ReadonlySet<string> | null,
    /** Null: all of the user's accounts. */
    readonly accountIds: readonly number[] | null,
  ) {}

  allows(scope: string): boolean {
    return this.scopes === null || this.scopes.has(scope);
  }

  /** @throws MissingScopeError naming what is missing */
  require(scopes: readonly string[]): void {
    const missing = scopes.filter((scope) => !this.allows(scope));
    if (missing.length > 0) throw new MissingScopeError(missing);
  }

  /** Whether account numbers and holders' names are shown. */
  get seesIdentifiers(): boolean {
    return this.allows('sensitive:read');
  }

  /**
   * What webhook endpoints follow that are made with this token, as `grant.changed` names it; null for the owner's own
   * token without restrictions.
   */
  get grant(): { id: string; version: number; expiresAt: string | null } | null {
    const isRestricted = this.scopes !== null || this.accountIds !== null;
    return isRestricted ? { id: `token:${this.tokenId}`, version: 1, expiresAt: null } : null;
  }

  /** As the owners of commands know it. */
  get caller(): Caller {
    return { userId: this.userId, accountIds: this.accountIds };
  }
}
