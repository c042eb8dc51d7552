import { canonicalAmountSql } from '@tributary/money';
import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rewrites amounts in their canonical text. Nothing is published: versions and row hashes stay, because no decision
 * depends on hashes if documents are equal.
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

  /** The previous text is not stored, and no release needs it. */
  async down(): Promise<void> {}
}

/** A cheap condition before the exact comparison: only amounts with a final zero or too few digits may differ. */
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
