import { canonicalAmountSql } from '@tributary/money';
import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Amounts get their one text. Nothing is published: versions stay, and so do the hashes of rows, by which nothing is decided where
 * the documents are equal.
 */
export class CanonicalAmounts1764800165100 implements MigrationInterface {
  readonly name = 'CanonicalAmounts1764800165100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update transactions set document = ${canonical('document')}, provider_document = ${canonical('provider_document')}
       where ${isOther('document')} or (provider_document is not null and ${isOther('provider_document')})`);
    await runner.query(`
      update settlements set pending_document = ${canonical('pending_document')} where ${isOther('pending_document')}`);
  }

  /** The text before is not known any more, and nothing needs it. */
  async down(): Promise<void> {}
}

/** Only amounts that end with a zero, or are short of digits, are looked at twice. */
function isOther(document: string): string {
  return ['amount', 'balance_after_transaction']
    .map((member) => {
      const text = `${document}->>'${member}'`;
      return `(${text} ~ '^-?[0-9]+(\\.[0-9]+)?$' and ${text} <> ${canonicalText(document, member)})`;
    })
    .join(' or ');
}

function canonical(document: string): string {
  return ['amount', 'balance_after_transaction'].reduce((changed, member) => {
    const text = `${document}->>'${member}'`;
    return `case when ${text} ~ '^-?[0-9]+(\\.[0-9]+)?$'
                 then jsonb_set(${changed}, '{${member}}', to_jsonb(${canonicalText(document, member)})) else ${changed} end`;
  }, document);
}

function canonicalText(document: string, member: string): string {
  return canonicalAmountSql(`(${document}->>'${member}')`, `(${document}->>'currency')`);
}
