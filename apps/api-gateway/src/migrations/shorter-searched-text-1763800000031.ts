import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What `search` looks through, in lower case: everything but the account holder's names, U+0001, those names. So a
 * token that may not see the holder looks before that character. What is there already is not repeated, in whatever
 * case: a search reads all of it. A text that is too long for the index is null here and is looked for in the document.
 */
const SEARCHED_TEXT = `
  create or replace function searched_text(document jsonb, amount numeric) returns bytea language plpgsql immutable as $$
  declare
    bytes_max constant integer := 2000;
    holder constant text := case when amount < 0 then 'debtor' when amount >= 0 then 'creditor' end;
    remittance constant jsonb := document -> 'remittance_information';
    mapped constant jsonb := document -> 'mapped_fields';
    party text;
    part text;
    seen text := '';
    names text[] := '{}';
    hidden text := '';
    searched bytea;
  begin
    if document is null then return null; end if;
    foreach party in array array['debtor', 'creditor'] loop
      if party = holder then
        hidden := concat_ws(E'\\n', document -> party ->> 'name', document ->> ('ultimate_' || party));
      else
        names := names || (document -> party ->> 'name') || (document ->> ('ultimate_' || party));
      end if;
    end loop;
    foreach part in array array[
      remittance ->> 'unstructured', remittance ->> 'structured', document ->> 'additional_information',
      mapped ->> 'description', mapped ->> 'payee',
      remittance ->> 'unstructured_array', remittance ->> 'structured_array'
    ] || names loop
      part := lower(part);
      if part is not null and strpos(seen, part) = 0 then seen := seen || part || E'\\n'; end if;
    end loop;
    searched := convert_to(
      translate(seen, E'\\x01', ' ') || E'\\x01' || translate(lower(hidden), E'\\x01', ' '), 'UTF8');
    return case when octet_length(searched) <= bytes_max then searched end;
  end $$`;

/** The column and its indexes are made anew: a stored value does not follow its function. */
export class ShorterSearchedText1763800000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SEARCHED_TEXT);
    await runner.query('alter table transactions drop column searched');
    await runner.query(
      `alter table transactions
        add column searched bytea generated always as (searched_text(coalesce(shaped, raw), amount)) stored`,
    );
    await runner.query(
      `create index transactions_searched on transactions (user_id, id) include (account_id, searched)
        where not removed`,
    );
    await runner.query(
      `create index transactions_search_overflow on transactions (user_id, id)
        where not removed and searched is null`,
    );
  }

  /** The longer text is found in the same way: there is nothing to take back. */
  async down(): Promise<void> {}
}
