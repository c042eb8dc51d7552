import { Filter } from '@tributary/http';
import { Access } from '../auth/access';
import { anywhere, SqlParameters } from '../query/sql-parameters';
import { Side, textField, typedField } from './transaction-fields';
import { TransactionFilter } from './transaction-list';

interface Asked {
  readonly values: readonly string[];
  readonly side: Side;
  readonly access: Access;
  readonly parameters: SqlParameters;
}

type Condition = (asked: Asked) => string;

/** A filter of the list that has no condition does not compile. */
const CONDITIONS: Readonly<Record<TransactionFilter, Condition>> = {
  'financial_account.name': ofAccount((asked) => contains(`a.document->>'name'`, asked)),
  'financial_account.display_name': ofAccount((asked) => contains(`a.document->>'display_name'`, asked)),
  'financial_account.bban': ofAccount((asked) => equals(`a.document->>'bban'`, asked)),
  'financial_account.iban': ofAccount((asked) => equals(`a.document->>'iban'`, asked)),
  'debtor.bban': equalText('debtor.bban'),
  'debtor.iban': equalText('debtor.iban'),
  'creditor.bban': equalText('creditor.bban'),
  'creditor.iban': equalText('creditor.iban'),
  'creditor.name': (asked) => contains(visibleName('creditor.name', asked), asked),
  'debtor.name': (asked) => contains(visibleName('debtor.name', asked), asked),
  'external_identifiers.institution_transaction_id': equalText(
    'external_identifiers.institution_transaction_id',
  ),
  'remittance_information.structured': textContains('remittance_information.structured'),
  'remittance_information.unstructured': textContains('remittance_information.unstructured'),
  'remittance_information.structured_array': textContains('remittance_information.structured_array'),
  'remittance_information.unstructured_array': textContains('remittance_information.unstructured_array'),
  id: ({ values, parameters }) => `t.id = any(${parameters.ids(values)})`,
  financial_account_id: ({ values, parameters }) => `t.account_id = any(${parameters.ids(values)})`,
  booked: ({ values, side, parameters }) =>
    `${typedField('booked', side).sql} = any(${parameters.add(values)}::boolean[])`,
  currency: (asked) => equals(typedField('currency', asked.side).sql, asked),
  additional_information: textContains('additional_information'),
  additional_information_structured: textContains('additional_information_structured'),
  additional_data_structured: textContains('additional_data_structured'),
  transfer_status: transferStatus,
  booking_date_after: dateBound('booking_date', '>='),
  booking_date_before: dateBound('booking_date', '<='),
  value_date_after: dateBound('value_date', '>='),
  value_date_before: dateBound('value_date', '<='),
  reference: ofAccount(
    ({ values, parameters }) =>
      `exists (select 1 from connections c where c.id = a.connection_id and c.user_id = a.user_id
                and not c.deleted and c.document->>'reference' = any(${parameters.texts(values)}))`,
  ),
  search,
};

const SEARCHED = [
  'mapped_fields.payee',
  'mapped_fields.description',
  'remittance_information.structured',
  'remittance_information.unstructured',
  'remittance_information.structured_array',
  'remittance_information.unstructured_array',
  'additional_information',
];

/** Names of parties are searched too, where the token sees them. */
const SEARCHED_NAMES = ['debtor.name', 'ultimate_debtor', 'creditor.name', 'ultimate_creditor'];

/** What a token's transactions and the filters come to, as one condition on `transactions t`. */
export function transactionCondition(
  access: Access,
  filters: readonly Filter<TransactionFilter>[],
  side: Side,
  parameters: SqlParameters,
): string {
  const own = [`t.user_id = ${parameters.add(access.userId)}::bigint`, 'not t.removed'];
  const granted =
    access.accountIds === null ? [] : [`t.account_id = any(${parameters.ids(access.accountIds)})`];
  const asked = filters.map(({ name, values }) => CONDITIONS[name]({ values, side, access, parameters }));
  return [...own, ...granted, ...asked].join(' and ');
}

function equals(sql: string, { values, parameters }: Asked): string {
  return `${sql} = any(${parameters.texts(values)})`;
}

function contains(sql: string, { values, parameters }: Asked): string {
  return `${sql} ilike any(${parameters.texts(anywhere(values))})`;
}

function equalText(path: string): Condition {
  return (asked) => equals(textField(path, asked.side), asked);
}

function textContains(path: string): Condition {
  return (asked) => contains(textField(path, asked.side), asked);
}

function dateBound(field: 'booking_date' | 'value_date', comparison: '>=' | '<='): Condition {
  return ({ values, side, parameters }) =>
    `${typedField(field, side).sql} ${comparison} ${parameters.add(values[0])}::date`;
}

function ofAccount(condition: Condition): Condition {
  return (asked) =>
    `t.account_id in (select a.id from accounts a
      where a.user_id = ${asked.parameters.add(asked.access.userId)}::bigint and not a.deleted
        and ${condition(asked)})`;
}

/** Any link's transfer matches; `NONE` matches what no link ever took. */
function transferStatus({ values, parameters }: Asked): string {
  const statuses = values.filter((value) => value !== 'NONE');
  const transfers = 'select 1 from transfers s where s.transaction_id = t.id and s.user_id = t.user_id';
  const conditions = [
    ...(statuses.length > 0
      ? [`exists (${transfers} and s.status = any(${parameters.texts(statuses)}))`]
      : []),
    ...(values.includes('NONE') ? [`not exists (${transfers})`] : []),
  ];
  return `(${conditions.join(' or ')})`;
}

/** Every word must be found, in whichever of the fields. */
function search({ values, side, access, parameters }: Asked): string {
  const fields = [
    ...SEARCHED.map((path) => textField(path, side)),
    ...SEARCHED_NAMES.map((path) => visibleName(path, { side, access })),
  ];
  const text = `concat_ws(chr(10), ${fields.join(', ')})`;
  const words = (values[0] ?? '').split(/\s+/);
  return `${text} ilike all(${parameters.texts(anywhere(words))})`;
}

/**
 * A party's name as the token sees it: a token that may not see account holders' names does not find
 * transactions by them either. The holder is the debtor of what goes out, the creditor of what comes in.
 */
function visibleName(path: string, { side, access }: Pick<Asked, 'side' | 'access'>): string {
  const name = textField(path, side);
  if (access.seesIdentifiers) return name;
  const hidden = path.includes('debtor') ? '<' : '>=';
  return `(case when ${typedField('amount', side).sql} ${hidden} 0 then null else ${name} end)`;
}
