/** Errors of a validation, by field path: `{"destination_id": ["The destination_id …"]}`. */
export type FieldErrors = Record<string, string[]>;

/** Reason of a command's refusal, in the form that the gateway maps to the interface's errors. */
export type ProblemDetail =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors }
  | {
      readonly kind: 'conflict';
      readonly message: string;
      /** Members of the response beside the message, such as the id of the conflicting resource. */
      readonly members?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'plan_limit';
      readonly feature: string;
      readonly current: number;
      readonly limit: number;
    }
  | { readonly kind: 'upstream'; readonly message: string; readonly retryAfterMs: number | null }
  /** The caller's token lacks these scopes, which the resource needs in addition to the route's scopes. */
  | { readonly kind: 'forbidden'; readonly scopes: readonly string[] }
  /** The owner failed; the cause is in its logs, not here. */
  | { readonly kind: 'failed' };

/** A refusal, which is a result and not a fault: it is returned to the caller and not retried. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(readonly detail: ProblemDetail) {
    super(describe(detail));
  }

  /** The resource does not exist, or not for this caller: both look the same. */
  static notFound(): Problem {
    return new Problem({ kind: 'not_found' });
  }

  static invalid(errors: FieldErrors): Problem {
    return new Problem({ kind: 'invalid', errors });
  }

  static conflict(message: string, members: Readonly<Record<string, string>> = {}): Problem {
    return new Problem({
      kind: 'conflict',
      message,
      ...(Object.keys(members).length > 0 ? { members } : {}),
    });
  }
}

function describe(detail: ProblemDetail): string {
  switch (detail.kind) {
    case 'not_found':
      return 'Resource not found.';
    case 'invalid':
      return firstOf(detail.errors);
    case 'conflict':
    case 'upstream':
      return detail.message;
    case 'forbidden':
      return missingScopesMessage(detail.scopes);
    case 'plan_limit':
      return `The plan limit for ${detail.feature} was reached.`;
    case 'failed':
      return 'The request could not be carried out because of an internal failure.';
  }
}

/** Error message for a token that was not granted the scopes that the request needs. */
export function missingScopesMessage(scopes: readonly string[]): string {
  return `The access token lacks the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(', ')}.`;
}

/** Maximum length, because a message may quote the request. */
const MESSAGE_LENGTH_MAX = 2000;

/** The first error, with "(and N more errors)" as the interface has it. */
export function firstOf(errors: FieldErrors): string {
  const all = Object.values(errors).flat();
  const [first = 'The given data was invalid.'] = all;
  const more = all.length - 1;
  const message = first.length > MESSAGE_LENGTH_MAX ? `${first.slice(0, MESSAGE_LENGTH_MAX)}…` : first;
  if (more <= 0) return message;
  return `${message} (and ${more.toLocaleString('en-US')} more ${more === 1 ? 'error' : 'errors'})`;
}

/** Errors of a list's items by index: their paths begin with the index, as in `3.destination_id`. */
export function fieldErrorsByIndex(errors: FieldErrors): Map<number, FieldErrors> {
  const all = new Map<number, FieldErrors>();
  for (const [path, messages] of Object.entries(errors)) {
    const [index = '', member = ''] = path.split('.');
    const own = messages.map((message) => message.replace(path, member));
    all.set(Number(index), { ...all.get(Number(index)), [member]: own });
  }
  return all;
}
