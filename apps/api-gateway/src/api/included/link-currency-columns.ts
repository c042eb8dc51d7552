import { ALL_DESTINATIONS, NO_CURRENCY, parentMember } from '@tributary/contracts';

/** Kinds whose budgets have a currency, or could have one. */
const WITH_CURRENCY = ALL_DESTINATIONS.filter(({ unit }) => 'currency' in unit.fields);

/** SQL: the currency of an account; null if its bank names none. */
const currencyOf = (account: string): string => `nullif(${account}.document->>'currency', '${NO_CURRENCY}')`;

/** SQL: the budget that a link's target is in; null where its kind has no currency for all of the targets together. */
function unitOf(link: string): string {
  const cases = WITH_CURRENCY.map(
    (one) => `when '${one.type}' then
      (select (t.document->>'${parentMember(one, 'target')}')::bigint from destinations t
        where t.kind = '${one.target.kind}' and t.id = (${link}.document->>'destination_id')::bigint)`,
  );
  return `case ${link}.document->>'destination_type' ${cases.join(' ')} end`;
}

/** SQL: the currency that the destination of `transfer_links l` says it counts in; null if it says none. */
const STATED = `(select substring(u.document->>'currency' from '^[A-Z]{3}$') from destinations u
    where u.id = ${unitOf('l')}
      and u.kind = case l.document->>'destination_type' ${WITH_CURRENCY.map(
        ({ type, unit }) => `when '${type}' then '${unit.kind}'`,
      ).join(' ')} end)`;

/** SQL: what the destination of a link that nobody was asked about gets from its first link. */
const OF_FIRST_LINK = `case when l.document->>'on_other_currency' is null and l.document->>'destination_currency' is null then
    (select coalesce(o.document->>'destination_currency', ${currencyOf('oa')})
       from transfer_links o join accounts oa on oa.id = o.account_id
      where o.user_id = l.user_id and o.id < l.id and not o.deleted
        and o.document->>'destination_type' = l.document->>'destination_type'
        and (o.document->>'destination_id' = l.document->>'destination_id' or ${unitOf('o')} = ${unitOf('l')})
      order by o.id limit 1) end`;

/** SQL: the currencies of the ends of `transfer_links l`. */
export const LINK_CURRENCY_COLUMNS = `(select ${currencyOf('a')} from accounts a where a.id = l.account_id) as account_currency,
  ${STATED} as stated_currency, ${OF_FIRST_LINK} as first_link_currency`;
