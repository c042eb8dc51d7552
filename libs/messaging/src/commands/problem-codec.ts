import { Problem, ProblemDetail } from '@tributary/contracts';

/** The reply to a command: its result, or why it was refused. */
export type Reply =
  { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly problem: ProblemDetail };

/** A reply's result. @throws Problem if the owner refused. */
export function resultOf(reply: Reply): unknown {
  if (!reply.ok) throw new Problem(reply.problem);
  return reply.result;
}
