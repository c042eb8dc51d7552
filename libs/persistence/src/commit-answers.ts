import { AfterQueryEvent, EntitySubscriberInterface, EventSubscriber } from 'typeorm';

/** A statement of the transaction failed, and its error was ignored: PostgreSQL has rolled the transaction back. */
export class IgnoredFailureError extends Error {
  override readonly name = 'IgnoredFailureError';

  constructor() {
    super('The transaction is rolled back: one of its statements failed, and its error was ignored.');
  }
}

/**
 * Fails a COMMIT that PostgreSQL answers with a rollback, which is not an error to it. Only this answer is certain: a
 * statement's error arrives before the state of its transaction.
 */
@EventSubscriber()
export class CommitAnswers implements EntitySubscriberInterface {
  afterQuery({ query, rawResults }: AfterQueryEvent): Promise<void> | void {
    const answer = rawResults as { readonly command?: string } | undefined;
    // TypeORM would wrap an error that is thrown here; a promise's it passes on.
    if (query === 'COMMIT' && answer?.command === 'ROLLBACK')
      return Promise.reject(new IgnoredFailureError());
  }
}
