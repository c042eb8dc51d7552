import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The currencies of a link's ends, what its user said about other currencies, and the transfers that wait for that.
 * Links that exist were not asked: they go on, and their health says so. Until accounts are
 * published again, they get the currency of their last balance, or the one that most of a hundred sent amounts are in.
 */
export class CurrencyRule1764800175000 implements MigrationInterface {
  readonly name = 'CurrencyRule1764800175000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table accounts add column currency text;
      update accounts a set currency = coalesce(
        (select b.currency from account_balances b where b.account_id = a.id),
        (select sent.currency
           from (select t.content ->> 'currency' as currency
                   from transfer_links l join transfers t on t.link_id = l.id and t.account_id = a.id
                  where l.financial_account_id = a.id and not l.deleted and t.content is not null
                  limit 100) as sent
          group by sent.currency order by count(*) desc limit 1));
      alter table transfer_links
        add column on_other_currency text check (on_other_currency in ('CONVERT', 'AS_IS')),
        add column destination_currency text,
        add column waiting_for_currency integer not null default 0;
      alter table transfers add column waits_for_currency boolean not null default false;
      create index transfers_waiting_for_currency on transfers (link_id) where state = 'HELD' and waits_for_currency;
      create index transfer_links_waiting_for_currency on transfer_links (id) where waiting_for_currency > 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index transfers_waiting_for_currency;
      alter table transfers drop column waits_for_currency;
      alter table transfer_links
        drop column on_other_currency, drop column destination_currency, drop column waiting_for_currency;
      alter table accounts drop column currency;
    `);
  }
}
