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

const BROKER_FAILED = 'Unable to sync with brokerage account';

/** Problems by status; any other status is an unexpected exception. */
const BY_STATUS: Readonly<Record<number, (retryAfterS: number | undefined) => Problem>> = {
  401: badSignature,
  402: () => problem(402, `${BROKER_FAILED} because the connection is disabled.`, '3003'),
  404: notFound,
  425: () => problem(425, 'The resource is currently being populated. Please try again later.', '3012'),
  429: (retryAfterS = 7) => throttled(retryAfterS),
  503: () => problem(503, `${BROKER_FAILED}. Invalid response from Brokerage API.`, '3000'),
};

/** The body for a status that a fault requests. */
export function providerCErrorBody(status: number, retryAfterS: number | undefined): object {
  const found = BY_STATUS[status]?.(retryAfterS);
  return (found ?? problem(status, 'Encountered an unexpected exception.', '1000')).body;
}
