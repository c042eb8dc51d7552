import { Static, Type } from '@sinclair/typebox';
import { IsoTime, Nullable, OneOf } from './scalars';

export const HEALTH_STATUSES = ['HEALTHY', 'DEGRADED', 'FAILING', 'UNKNOWN'] as const;

/** The result of the last attempts to connect to an outside system. */
export const Health = Type.Object({
  status: OneOf(HEALTH_STATUSES),
  integrator_message: Nullable(Type.String()),
  failure_count: Type.Integer(),
  transient_message: Nullable(Type.String()),
  transient_failure_count: Type.Integer(),
  last_attempt_at: Nullable(IsoTime),
});
export type Health = Static<typeof Health>;
