import { AfterQueryEvent, EntitySubscriberInterface, EventSubscriber } from 'typeorm';

/** A statement of the transaction failed, and its error was ignored: PostgreSQL has rolled the transaction back. */
export class IgnoredFailureError extends Error {
  override readonly name = 'IgnoredFailureError';

  constructor() {
    super('The transaction is rolled back: one of its statements failed, and its error was ignored.');
  }
}

/**
 * Fails a COMMIT whose result is ROLLBACK, which PostgreSQL does not regard as an error. Only this result is certain:
 * a statement's error arrives before the state of its transaction.
 */
@EventSubscriber()
export class CommitAnswers implements EntitySubscriberInterface {
  afterQuery({ query, rawResults }: AfterQueryEvent): Promise<void> | void {
    const answer = rawResults as { readonly command?: string } | undefined;
    // Rejects a promise, which TypeORM passes on; it would wrap an error that is thrown here.
    if (query === 'COMMIT' && answer?.command === 'ROLLBACK')
      return Promise.reject(new IgnoredFailureError());
  }
}
