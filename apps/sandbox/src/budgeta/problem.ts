const NAMES: Readonly<Record<string, string>> = {
  '400': 'bad_request',
  '401': 'unauthorized',
  '404.1': 'not_found',
  '404.2': 'resource_not_found',
  '409': 'conflict',
  '429': 'too_many_requests',
  '500': 'internal_server_error',
  '503': 'service_unavailable',
};

/** An answer of BUDGETA that is not a success: `{error: {id, name, detail}}`. */
export class BudgetaProblem extends Error {
  constructor(
    /** The HTTP status, with a sub-code where BUDGETA has one: `404.2`. */
    readonly code: string,
    readonly detail: string,
  ) {
    super(`BUDGETA answers ${code}`);
  }

  get status(): number {
    return Number.parseInt(this.code, 10);
  }

  get body(): object {
    return {
      error: { id: this.code, name: NAMES[this.code] ?? 'internal_server_error', detail: this.detail },
    };
  }
}

export function badRequest(detail: string): BudgetaProblem {
  return new BudgetaProblem('400', detail);
}

export function resourceNotFound(): BudgetaProblem {
  return new BudgetaProblem('404.2', 'Resource not found');
}

export function tooManyRequests(): BudgetaProblem {
  return new BudgetaProblem('429', 'Too many requests');
}

/** The body that goes with a status that was asked for by a fault. */
export function budgetaErrorBody(status: number): object {
  if (status === 429) return tooManyRequests().body;
  return new BudgetaProblem(status === 404 ? '404.2' : String(status), 'The request could not be served')
    .body;
}
