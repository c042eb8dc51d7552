import { Author, Paused, PausableKind, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { Grant } from './grant';

/**
 * A kind of resource that is made through grants, and how it reacts to a change of the grant.
 * See docs/decisions/what-things-carry.md#things-that-apps-make.
 */
export interface Pausable {
  readonly kind: PausableKind;
  /** Pauses the grant's resources that it does not cover any more. */
  follow(tx: Tx, grant: Grant): Promise<void>;
  /** Gives a paused resource to its owner: it resumes, and shows the same data. @returns whether there was one */
  keep(tx: Tx, userId: number, id: number): Promise<boolean>;
}

/** A pause as it is stored with a resource. */
export interface StoredPause extends Paused {
  /** Whether the resource was active before the pause. If so, it becomes active again when its owner resumes it. */
  readonly wasOn: boolean;
}

/** The published part of it, beside the grant. */
export function madeThrough(thing: { readonly author: Author | null; readonly paused: StoredPause | null }) {
  const { author, paused } = thing;
  return {
    grant_id: author?.grantId ?? null,
    paused: paused && { reason: paused.reason, since: paused.since, by: paused.by },
  };
}

/** The author of a resource that its owner has resumed: the same scopes and accounts, without the grant. */
export function keptBy(author: Author | null): Author {
  return { scopes: author?.scopes ?? null, accountIds: author?.accountIds ?? null, grantId: null };
}

/** Injection token of all kinds of the service: `readonly Pausable[]`. */
export const PAUSABLES = Symbol('PAUSABLES');

/** Refuses to activate a resource that its grant has paused: its owner must resume it first. @throws Problem (conflict) */
export function requireKept(paused: Paused | null): void {
  if (paused === null) return;
  const by = paused.by === null ? 'The app or token' : `${paused.by}, the app or token`;
  throw Problem.conflict(
    `${by} that made it was revoked, has expired or may do less now. Its owner can keep it (POST /made-by-apps/{kind}/{id}/keep, or in the console under Developers, Grants).`,
  );
}
