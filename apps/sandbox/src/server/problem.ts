import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';

interface ProblemOptions extends ErrorOptions {
  readonly message?: string;
  readonly retryAfterS?: number;
}

/** A response that is not a success, in the form of the company that gives it. */
export class Problem extends Error {
  readonly retryAfterS: number | undefined;

  constructor(
    readonly statusCode: number,
    readonly body: object,
    { message = `status ${statusCode}`, retryAfterS, ...options }: ProblemOptions = {},
  ) {
    super(message, options);
    this.retryAfterS = retryAfterS;
  }
}

/** A request to the control API that makes no sense. */
export function invalid(message: string, options?: ErrorOptions): Problem {
  return new Problem(400, { message }, { message, ...options });
}

/** The control API does not know what a request names. */
export function unknown(name: string): Problem {
  const message = `No such ${name}.`;
  return new Problem(404, { message }, { message });
}

/**
 * Responds to every error with a problem: the error itself, or the problem that `problemOf` makes of it. Unknown paths
 * get `notFound`.
 */
export function answerProblems(
  app: FastifyInstance,
  problemOf: (status: number, error: FastifyError) => Problem,
  notFound?: () => Problem,
): void {
  const send = (reply: FastifyReply, { retryAfterS, statusCode, body }: Problem): FastifyReply => {
    if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
    return reply.code(statusCode).send(body);
  };
  app.setErrorHandler((error: FastifyError | Problem, _request, reply) =>
    send(reply, error instanceof Problem ? error : problemOf(error.statusCode ?? 500, error)),
  );
  if (notFound) app.setNotFoundHandler((_request, reply) => send(reply, notFound()));
}
