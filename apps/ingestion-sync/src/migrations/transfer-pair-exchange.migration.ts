import { MigrationInterface, QueryRunner } from 'typeorm';

/** The evidence of a transfer between two currencies; null within one. */
export class TransferPairExchange1764900210000 implements MigrationInterface {
  name = 'TransferPairExchange1764900210000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transfer_pairs add column if not exists exchange jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transfer_pairs drop column exchange');
  }
}
