import type { FastifyError, FastifyInstance } from 'fastify';

interface ProblemOptions extends ErrorOptions {
  readonly message?: string;
  readonly retryAfterS?: number;
}

/** An answer that is not a success, in the form of the company that gives it. */
export class Problem extends Error {
  readonly retryAfterS: number | undefined;

  constructor(
    readonly statusCode: number,
    readonly body: object,
    { message = `answers ${statusCode}`, retryAfterS, ...options }: ProblemOptions = {},
  ) {
    super(message, options);
    this.retryAfterS = retryAfterS;
  }
}

/** A request to the control API that makes no sense. */
export function invalid(message: string, options?: ErrorOptions): Problem {
  return new Problem(400, { message }, { message, ...options });
}

/** Answers every error with a problem: itself, or what `problemOf` makes of it. */
export function answerProblems(
  app: FastifyInstance,
  problemOf: (status: number, error: FastifyError) => Problem,
): void {
  app.setErrorHandler((error: FastifyError | Problem, _request, reply) => {
    const problem = error instanceof Problem ? error : problemOf(error.statusCode ?? 500, error);
    if (problem.retryAfterS !== undefined) reply.header('retry-after', problem.retryAfterS);
    return reply.code(problem.statusCode).send(problem.body);
  });
}
