import { Static, Type } from '@sinclair/typebox';
import { OneOf } from './scalars';
import { Problem } from './problem';

export const REFUSALS = ['not_found', 'invalid', 'conflict', 'forbidden'] as const;

/** Reason why one of several items of a command was refused, while others were carried out. */
export const Refusal = Type.Object({
  kind: OneOf(REFUSALS),
  message: Type.String(),
  /** Errors by member; empty where none is wrong. */
  errors: Type.Record(Type.String(), Type.Array(Type.String())),
});
export type Refusal = Static<typeof Refusal>;

/** The problem of one of several items. @throws errors that the caller cannot correct: they end the whole command */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Problem)) throw error;
  const { detail, message } = error;
  switch (detail.kind) {
    case 'not_found':
    case 'conflict':
    case 'forbidden':
      return { kind: detail.kind, message, errors: {} };
    case 'invalid':
      return { kind: detail.kind, message, errors: detail.errors };
    case 'plan_limit':
    case 'upstream':
    case 'failed':
      throw error;
  }
}
