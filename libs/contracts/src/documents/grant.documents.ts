import { Static, Type } from '@sinclair/typebox';
import { IsoTime, Nullable, OneOf } from '../scalars';

/** Permanent id of a grant, whichever tokens are issued under it: `token:12`, `app:5`. Only the gateway interprets it. */
export const GrantId = Type.String({ minLength: 1, maxLength: 100 });

/** GRANT_ENDED – it was revoked or has expired; GRANT_NARROWED – it no longer covers the resource */
export const PAUSE_REASONS = ['GRANT_ENDED', 'GRANT_NARROWED'] as const;

/** Reason why a resource is paused, until its owner resumes it. */
export const Paused = Type.Object({
  reason: OneOf(PAUSE_REASONS),
  since: IsoTime,
  /** The name of the app or the token that made it, if it is known. */
  by: Nullable(Type.String()),
});
export type Paused = Static<typeof Paused>;

/** Members of every resource that an app can create and that runs by itself. Absent members are null. */
export const MADE_THROUGH = {
  /** The grant that the resource was made through and pauses with; null: the owner made it. */
  grant_id: Type.Optional(Nullable(GrantId)),
  paused: Type.Optional(Nullable(Paused)),
};

/**
 * The kinds of resources that an app can create and that work without their user, each with the service that owns the
 * kind.
 */
export const PAUSABLE = {
  'bank-connection': 'ingestion-sync',
  rule: 'rule-engine',
  'transfer-link': 'transfer-engine',
  'destination-connection': 'transfer-engine',
  webhook: 'webhook-dispatcher',
  feed: 'api-gateway',
} as const;
export type PausableKind = keyof typeof PAUSABLE;
export const PAUSABLE_KINDS = Object.keys(PAUSABLE) as PausableKind[];
