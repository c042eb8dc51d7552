import { DestinationFailure, FailureDetail } from '../destination.port';

/** A failed request of a process: Actual's code, and whether the server may have received part of it. */
export class ActualFailure extends Error {
  override readonly name = 'ActualFailure';

  constructor(
    readonly code: string,
    readonly mayHaveWritten: boolean,
    readonly retryAfterMs: number | null = null,
  ) {
    super(`BUDGETB: ${code}`);
  }
}

/** Pause after a rate limit without a duration; an Actual server counts requests by the minute. */
const LIMIT_MS = 60_000;

type Kind = 'unauthorized' | 'unavailable' | 'target-gone' | 'rate-limited';

const OTHER_VERSION =
  'The server at BUDGETB is of a version that this service does not know yet; its operator has to update one of them.';
const NOT_IN_STEP = 'The budget was reset at BUDGETB; it is read again.';
const WRONG_KEY = 'The budget at BUDGETB is encrypted, and the encryption_password does not open it.';
const NOT_LET_IN = 'BUDGETB does not accept the password any more.';
const AWAY = 'BUDGETB could not be reached.';

/** Error codes of Actual's client, with the kind of failure and the reason shown to users. */
const MEANINGS: Readonly<Record<string, readonly [Kind, string]>> = {
  'invalid-password': ['unauthorized', NOT_LET_IN],
  'token-expired': ['unauthorized', NOT_LET_IN],
  'token-not-found': ['unauthorized', NOT_LET_IN],
  unauthorized: ['unauthorized', NOT_LET_IN],
  'user-not-found': ['unauthorized', NOT_LET_IN],
  'session-ended': ['unavailable', 'The session at BUDGETB has ended; another is begun.'],
  'missing-key': ['unauthorized', WRONG_KEY],
  'decrypt-failure': ['unauthorized', WRONG_KEY],
  'old-key-style': ['unauthorized', WRONG_KEY],
  'budget-not-found': ['target-gone', 'The budget was deleted at BUDGETB.'],
  'file-not-found': ['target-gone', 'The budget was deleted at BUDGETB.'],
  'too-many-requests': ['rate-limited', ''],
  'network-failure': ['unavailable', AWAY],
  network: ['unavailable', AWAY],
  'out-of-sync-migrations': ['unavailable', OTHER_VERSION],
  'out-of-sync-data': ['unavailable', OTHER_VERSION],
  'invalid-schema': ['unavailable', OTHER_VERSION],
  'clock-drift': [
    'unavailable',
    'The clock of this service differs too much from those that use the budget.',
  ],
  'file-has-reset': ['unavailable', NOT_IN_STEP],
  'file-has-new-key': ['unavailable', NOT_IN_STEP],
  'file-old-version': ['unavailable', NOT_IN_STEP],
  'file-needs-upload': ['unavailable', NOT_IN_STEP],
  'file-key-mismatch': ['unavailable', NOT_IN_STEP],
  'address-refused': [
    'unavailable',
    'The server is unknown, or at an address that this service may not connect to, or to which it connects with https alone; its operator allows networks in BUDGETB_ALLOWED_NETWORKS.',
  ],
  'not-installed': [
    'unavailable',
    'BUDGETB is not installed here: the operator of this service has to run `npm run budgetb`.',
  ],
  'answer-too-long': ['unavailable', 'The server at BUDGETB sends more than a budget can be.'],
  'timed-out': ['unavailable', 'BUDGETB gave no answer in time.'],
  opening: ['unavailable', 'The budget is still being read from BUDGETB.'],
  busy: ['unavailable', 'Too many budgets of BUDGETB are in use at once.'],
};

/** If the request may have reached the server, its outcome is unknown, whatever the code. */
export function toDestinationFailure(failure: ActualFailure): DestinationFailure {
  return new DestinationFailure(detailOf(failure), { cause: failure });
}

function detailOf({ code, mayHaveWritten, retryAfterMs }: ActualFailure): FailureDetail {
  const [kind, reason] = MEANINGS[code] ?? (['unavailable', 'BUDGETB gave no usable answer.'] as const);
  if (mayHaveWritten) return { kind: 'outcome-unknown', reason };
  return kind === 'rate-limited' ? { kind, retryAfterMs: retryAfterMs ?? LIMIT_MS } : { kind, reason };
}

/** The field that a connecting user should correct, with the reason; null if none of them is the cause. */
export function refusedField(failure: ActualFailure): { field: string; reason: string } | null {
  switch (failure.code) {
    case 'invalid-password':
      return { field: 'password', reason: 'The server does not accept the password.' };
    case 'address-refused':
    case 'network-failure':
    case 'network':
      return {
        field: 'server_url',
        reason:
          failure.code === 'address-refused' ? reasonOf(failure) : 'There is no Actual server that answers.',
      };
    default:
      return null;
  }
}

export function reasonOf({ code }: ActualFailure): string {
  return MEANINGS[code]?.[1] ?? 'BUDGETB gave no usable answer.';
}
