import { Controller, Module } from '@nestjs/common';
import {
  AttachRule,
  CreateRule,
  Problem,
  RuleUpsertedV1,
  TransactionRemovedV1,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { appendToOutbox, event, OnCommand, OnEvent } from '@tributary/messaging';
import type { ReceivedCommand, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import type { ServiceSchema } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { MigrationInterface, QueryRunner } from 'typeorm';
import { PlatformConfig } from '../../src/platform.config';
import { PlatformModule, Runtime } from '../../src/platform.module';
import { PLATFORM_MIGRATIONS } from '../../src/platform-migrations';

export const LARGE_BYTES = 4 * 1024 * 1024;

export class ToyTables1763700000000 implements MigrationInterface {
  name = 'ToyTables1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table transactions (id bigint primary key, version bigint not null, payee text, taken integer not null);
      create table commands_run (name text not null);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table transactions, commands_run');
  }
}

type Upserted = readonly ReceivedEvent<typeof TransactionUpsertedV1>[];

/** The smallest service that does all that services do: takes events by version, answers commands, publishes. */
@Controller()
class ToyController {
  @OnEvent(TransactionUpsertedV1)
  async take(events: Upserted, tx: Tx): Promise<void> {
    const rows = events.flatMap(({ payload }) => payload.transactions);
    if (rows.some(({ document }) => document.mapped_fields.payee === 'POISON'))
      throw new Error('cannot take this');
    await tx.query(
      `insert into transactions (id, version, payee, taken)
       select distinct on (id) id, version, payee, 1
         from jsonb_to_recordset($1::jsonb) as row(id bigint, version bigint, payee text)
        order by id, version desc
       on conflict (id) do update
          set version = excluded.version, payee = excluded.payee, taken = transactions.taken + 1
        where excluded.version > transactions.version`,
      [JSON.stringify(rows.map((row) => ({ ...row, payee: row.document.mapped_fields.payee })))],
    );
  }

  @OnEvent(TransactionRemovedV1)
  async remove(): Promise<void> {
    // Taken so that the topic is consumed; what matters here is the other one.
  }

  @OnCommand(CreateRule)
  async createRule(command: ReceivedCommand<typeof CreateRule>, tx: Tx) {
    await tx.execute('insert into commands_run values ($1)', [command.payload.name]);
    const rule = { ...RuleUpsertedV1.sample, userId: command.caller.userId };
    rule.document = { ...rule.document, name: command.payload.name };
    await appendToOutbox(tx, [event(RuleUpsertedV1, rule.id, rule)]);
    if (command.payload.name === 'fails') throw new Error('an internal detail');
    return { ...rule, document: { ...rule.document, description: descriptionFor(command.payload.name) } };
  }

  @OnCommand(AttachRule)
  async attach(): Promise<never> {
    throw Problem.notFound();
  }
}

/** What an answer of some rules has besides: more than brokers accept in a message. */
function descriptionFor(name: string): string | null {
  switch (name) {
    case 'long':
      return 'The same words. '.repeat(LARGE_BYTES / 16);
    case 'noise':
      return randomBytes(LARGE_BYTES / 2).toString('hex');
    default:
      return null;
  }
}

/** The toy service's, migrated. */
export const TOY_SCHEMA: ServiceSchema = {
  schema: 'rule_engine',
  migrations: [...PLATFORM_MIGRATIONS, ToyTables1763700000000],
};

/** The toy service, in the place of the rule engine. */
@Module({})
export class ToyModule {
  static register(config: PlatformConfig, runtime: Runtime) {
    return {
      module: ToyModule,
      imports: [PlatformModule.register({ config, runtime, migrations: [ToyTables1763700000000] })],
      controllers: [ToyController],
    };
  }
}
