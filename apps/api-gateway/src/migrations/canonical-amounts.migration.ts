import { canonicalAmountSql } from '@tributary/money';
import { MigrationInterface, QueryRunner } from 'typeorm';

/** The amounts of transactions get their one text, as in ingestion-sync. Nobody is told: an amount is the same number. */
export class CanonicalAmounts1764800165100 implements MigrationInterface {
  readonly name = 'CanonicalAmounts1764800165100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update transactions set raw = ${canonical('raw')}, shaped = ${canonical('shaped')}
       where ${isOther('raw')} or ${isOther('shaped')}`);
  }

  /** The text before is not known any more, and nothing needs it. */
  async down(): Promise<void> {}
}

function isOther(document: string): string {
  const text = `${document}->>'amount'`;
  return `(${text} ~ '^-?[0-9]+(\\.[0-9]+)?$' and ${text} <> ${canonicalText(document)})`;
}

function canonical(document: string): string {
  return `case when ${isOther(document)} then jsonb_set(${document}, '{amount}', to_jsonb(${canonicalText(document)}))
               else ${document} end`;
}

function canonicalText(document: string): string {
  return canonicalAmountSql(`(${document}->>'amount')`, `(${document}->>'currency')`);
}
