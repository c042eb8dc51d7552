import { Inject, Injectable } from '@nestjs/common';
import { Database, Tx } from '@tributary/persistence';
import { EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { TransactionCommitEvent } from 'typeorm/subscriber/event/TransactionCommitEvent.js';

/** Runs callbacks after their transaction has committed; a rollback drops them. */
@Injectable()
export class AfterCommit implements EntitySubscriberInterface {
  private readonly waiting = new WeakMap<QueryRunner, (() => void)[]>();

  constructor(@Inject(Database) database: Database) {
    database.dataSource.subscribers.push(this);
  }

  run(tx: Tx, work: () => void): void {
    const runner = tx.manager.queryRunner;
    if (!runner) throw new Error('the transaction is over');
    this.waiting.set(runner, [...(this.waiting.get(runner) ?? []), work]);
  }

  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    const due = this.waiting.get(queryRunner) ?? [];
    this.waiting.delete(queryRunner);
    for (const work of due) work();
  }
}
