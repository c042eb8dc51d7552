import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who holds the account is what the bank says, not the sign of an amount that was edited: documents name the holder
 * where the two differ. What was written before names none, so that its searched text stays as it is.
 */
const SEARCHED_TEXT = `
  create or replace function searched_text(document jsonb, amount numeric) returns bytea language plpgsql immutable as $$
  declare
    bytes_max constant integer := 2000;
    holder constant text := coalesce(
      document ->> 'holder', case when amount < 0 then 'debtor' when amount >= 0 then 'creditor' end);
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

export class Holders1764100000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SEARCHED_TEXT);
  }

  /** The function reads what was written before as its forerunner did. */
  async down(): Promise<void> {}
}
