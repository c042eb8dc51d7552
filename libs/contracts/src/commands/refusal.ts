import { Static, Type } from '@sinclair/typebox';
import { OneOf } from '../scalars';
import { Problem } from '../problem';

/** Whether the items of a command succeed or fail together, or separately. */
export const ListMode = OneOf(['all_or_none', 'each']);
export type ListMode = Static<typeof ListMode>;

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

/**
 * Refuses all items if one of them is refused, because they succeed or fail together.
 * @throws Problem of that item; if there are several items, with the list and the index in the names of fields, as in
 * `links.3.destination_id`
 */
export function requireAll(outcomes: readonly unknown[], list: string): void {
  const problems = outcomes.filter((one) => one instanceof Problem);
  const [first] = problems;
  if (!first) return;
  const decisive = problems.find(({ detail }) => detail.kind !== 'invalid');
  if (decisive || outcomes.length === 1) throw decisive ?? first;
  throw Problem.invalid(
    Object.fromEntries<string[]>(
      outcomes.flatMap((one, index) =>
        one instanceof Problem && one.detail.kind === 'invalid'
          ? Object.entries(one.detail.errors).map(([field, texts]): [string, string[]] => [
              `${list}.${index}.${field}`,
              texts,
            ])
          : [],
      ),
    ),
  );
}

/** The decision about an item, or the problem that refuses it. */
export function decidedOr<T>(decide: () => T): T | Problem {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
