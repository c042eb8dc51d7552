import { Problem } from '../server/problem';

/** `{summary, detail, status_code}`. */
export function problem(status: number, summary: string, detail: string, type?: string): Problem {
  return new Problem(status, {
    summary,
    detail,
    ...(type === undefined ? {} : { type }),
    status_code: status,
  });
}

/** `{<field>: {summary, detail}, status_code: 400}`. */
export function fieldProblem(field: string, summary: string, detail: string): Problem {
  return new Problem(400, { [field]: { summary, detail }, status_code: 400 });
}

export function notFound(): Problem {
  return problem(404, 'Not found.', 'Not found.');
}

export function invalidToken(): Problem {
  return problem(401, 'Invalid token', 'Token is invalid or expired');
}

export function rateLimited(limit: string, seconds: number): Problem {
  const detail = `The rate limit for this resource is ${limit}. Please try again in ${seconds} seconds`;
  return new Problem(429, { summary: 'Rate limit exceeded', detail, status_code: 429 });
}

/** The body for a status that a fault requests; `error` is a `type`, or with 400 a field's name. */
export function providerErrorBody(status: number, retryAfterS: number | undefined, error?: string): object {
  if (error !== undefined && status === 400) return fieldProblem(error, 'Refused', 'Not possible').body;
  if (error !== undefined) return problem(status, 'Refused', 'Not possible', error).body;
  if (status === 429) return rateLimited('4/day', retryAfterS ?? 60).body;
  if (status === 401) return invalidToken().body;
  return {
    summary: status >= 500 ? 'Institution service unavailable' : 'Request failed',
    detail: 'The institution did not answer as expected',
    status_code: status,
  };
}
