import { Caller, CallerGrant, Problem } from '@tributary/contracts';
import { AdministratorOnlyError, MissingScopeError, OwnerOnlyError } from '@tributary/http';
import { hash } from 'node:crypto';
import { TokenKind } from '../authorizations/token.entity';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';
import type { Session } from '../sessions/sessions';

/** Means by which a caller authenticates: a token, or the session of a browser in which the user is signed in. */
export type AccessKind = TokenKind | 'SESSION';

/** Kinds of access that only the user has, and no app. */
const OWNERS: readonly AccessKind[] = ['PERSONAL', 'LEGACY', 'SESSION'];

/** The caller, and what the token was granted. */
export class Access {
  constructor(
    /** Null for a session. */
    readonly tokenId: number | null,
    readonly userId: number,
    readonly plan: Plan,
    readonly kind: AccessKind,
    /** Null: all of them, the owner's own token. */
    readonly scopes: ReadonlySet<string> | null,
    /** Null: all of the user's accounts. */
    readonly accountIds: readonly number[] | null,
    /** Null for the owner's own token without restrictions. */
    readonly grant: CallerGrant | null = null,
    /** The owner of the app that has the token; null if the user has it. */
    readonly appOwnerId: number | null = null,
    readonly role: Role = 'USER',
    /** Null for a token. */
    readonly sessionId: number | null = null,
  ) {}

  /** A session may do what its user may do. */
  static ofSession({ id, userId, plan, role }: Pick<Session, 'id' | 'userId' | 'plan' | 'role'>): Access {
    return new Access(null, userId, plan, 'SESSION', null, null, null, null, role, id);
  }

  allows(scope: string): boolean {
    return this.scopes === null || this.scopes.has(scope);
  }

  /** @throws MissingScopeError naming what is missing */
  require(scopes: readonly string[]): void {
    const missing = scopes.filter((scope) => !this.allows(scope));
    if (missing.length > 0) throw new MissingScopeError(missing);
  }

  /**
   * Allows only the owner, because a token that may create tokens could widen its own access. @throws OwnerOnlyError
   */
  requireOwner(): void {
    if (!OWNERS.includes(this.kind) || this.scopes !== null || this.accountIds !== null)
      throw new OwnerOnlyError();
  }

  /** Whether account numbers and holders' names are shown. */
  get seesIdentifiers(): boolean {
    return this.allows('sensitive:read');
  }

  /**
   * Allows only an administrator in person. For apps the route does not exist, even if an administrator authorized
   * them. @throws Problem (not_found), OwnerOnlyError, AdministratorOnlyError
   */
  requireAdministrator(): void {
    if (!OWNERS.includes(this.kind)) throw Problem.notFound();
    this.requireOwner();
    if (this.role !== 'ADMIN') throw new AdministratorOnlyError();
  }

  /**
   * Identifies who may repeat a request and get its first response: the owner with any of their own tokens, and tokens
   * of one grant with the same access. A narrower token would read more than it was granted.
   */
  get holder(): string {
    if (!this.grant) return 'owner';
    return `${this.grant.id} ${hash('sha256', this.extent, 'base64url')}`;
  }

  /**
   * Scopes and accounts of the access as text. Two accesses of a user have the same text if they may see the same data.
   */
  get extent(): string {
    const { scopes, accountIds } = this.caller;
    return JSON.stringify([scopes, accountIds && [...accountIds].sort((a, b) => a - b)]);
  }

  /** The access in the form of commands. */
  get caller(): Caller {
    const { userId, accountIds, scopes, grant } = this;
    return { userId, accountIds, scopes: scopes && [...scopes].sort(), grant };
  }
}
