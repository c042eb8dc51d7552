import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts whose fields are mapped from identifiers or holders' names by nobody in particular are read again: since authors
 * of mappings are kept, such a path reads neither, so that what it wrote before goes.
 */
export class MappedIdentifiers1764210000011 implements MigrationInterface {
  name = 'MappedIdentifiers1764210000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into reprocessings (user_id, account_ids, transactions_total, trace, lease_until)
      select a.user_id, array[a.id],
             (select count(*) from transactions t where t.account_id = a.id and t.origin = 'PROVIDER'), '{}',
             -- Instances of the release before, which read what they always read, have ended by then.
             now() + interval '1 hour'
        from financial_accounts a
       where exists (
             select 1 from jsonb_each_text(a.config->'map_fields') as path
              where path.key <> 'authors' and not coalesce(a.config->'map_fields'->'authors' ? path.key, false)
                and path.value ~ '^(debtor|creditor|counterparty)[.](iban|bban|pan|masked_pan|msisdn)$|^(debtor|creditor)[.](name|id)$|^ultimate_(debtor|creditor)$|^external_identifiers[.]')
       order by a.id;
    `);
  }

  /** What was read again stays as it is read now. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
