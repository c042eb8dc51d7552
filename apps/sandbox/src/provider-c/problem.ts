import { Problem } from '../server/problem';

/** `{detail, status_code, code}`. */
export function problem(status: number, detail: string, code: string): Problem {
  return new Problem(status, { detail, status_code: status, code });
}

export function notFound(): Problem {
  return problem(404, 'The requested resource does not exist.', '1011');
}

export function badSignature(): Problem {
  return problem(401, 'Unable to verify signature sent', '1076');
}

export function throttled(seconds: number): Problem {
  return problem(429, `Request was throttled. Expected available in ${seconds} seconds.`, '0000');
}

/** The body for a status that a fault requests. */
export function providerCErrorBody(status: number, retryAfterS: number | undefined): object {
  switch (status) {
    case 401:
      return badSignature().body;
    case 402:
      return problem(402, 'Unable to sync with brokerage account because the connection is disabled.', '3003')
        .body;
    case 404:
      return notFound().body;
    case 425:
      return problem(425, 'The resource is currently being populated. Please try again later.', '3012').body;
    case 429:
      return throttled(retryAfterS ?? 7).body;
    case 503:
      return problem(
        503,
        'Unable to sync with brokerage account. Invalid response from Brokerage API.',
        '3000',
      ).body;
    default:
      return problem(status, 'Encountered an unexpected exception.', '1000').body;
  }
}
