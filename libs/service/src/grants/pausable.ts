import { Author, Paused, PausableKind, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { Grant } from './grant';

/** A kind of thing that is made through grants: what a service does with those when their grant changes. */
export interface Pausable {
  readonly kind: PausableKind;
  /** Pauses the things that were made through the grant and that it does not cover (any more). */
  follow(tx: Tx, grant: Grant): Promise<void>;
  /** Makes a paused thing its owner's own: it goes on, and shows what it showed. @returns whether there was one */
  keep(tx: Tx, userId: number, id: number): Promise<boolean>;
}

/** A pause as it is stored beside a thing. */
export interface StoredPause extends Paused {
  /** Whether the thing was turned on: keeping it turns it on again. */
  readonly wasOn: boolean;
}

/** What others are shown of it, beside the grant. */
export function madeThrough(thing: { readonly author: Author | null; readonly paused: StoredPause | null }) {
  const { author, paused } = thing;
  return {
    grant_id: author?.grantId ?? null,
    paused: paused && { reason: paused.reason, since: paused.since, by: paused.by },
  };
}

/** The author of a thing that its owner has kept: it goes on showing what it showed. */
export function keptBy(author: Author | null): Author {
  return { scopes: author?.scopes ?? null, accountIds: author?.accountIds ?? null, grantId: null };
}

/** Injection token of all that the service has: `readonly Pausable[]`. */
export const PAUSABLES = Symbol('PAUSABLES');

/** What is paused goes on only once its owner has kept it. @throws Problem (conflict) */
export function requireKept(paused: Paused | null): void {
  if (paused === null) return;
  const by = paused.by === null ? 'The app or token' : `${paused.by}, the app or token`;
  throw Problem.conflict(
    `${by} that made it was revoked, has expired or may do less now. Its owner can keep it (POST /paused/{kind}/{id}/keep, or the page /account/apps).`,
  );
}
