import { DESTINATION_TYPES } from '@tributary/contracts';

const CREDENTIALS = Object.fromEntries(
  DESTINATION_TYPES.map((type) => [
    `POST /destinations/${type.toLowerCase()}/connections`,
    `whether ${type} takes the credentials shows when it is asked`,
  ]),
);
const OTHERS_IDS =
  'an id of its body that is not the caller’s is 422 on that field, like one that does not exist';
const ADDRESSES = 'which addresses codes may be sent to is a rule of its own (RFC 8252)';
const BYTES = 'what is set on a transaction is bounded in bytes, by all of it together';
const NARROWING = 'what may be taken away depends on what was granted';
const PERIOD = 'how long a period may be, and that it ends after it begins, concerns two parameters';
const RULE_LANGUAGE =
  'which operators, values and templates a field takes is a table (`GET /rules/fields`), no schema';

/**
 * Operations that refuse (422) input which their schema permits, with the reason why no schema can describe the error.
 * All others accept every body and query that fits the document.
 */
export const BEYOND_SCHEMAS: Readonly<Record<string, string>> = {
  ...CREDENTIALS,
  'POST /destinations/feed/connections': OTHERS_IDS,
  'PUT /destinations/feed/connections/{feedId}': OTHERS_IDS,
  'PUT /finance/accounts/bulk': OTHERS_IDS,
  'PUT /finance/accounts/{accountId}':
    'which time zones there are says the IANA’s list, which changes several times a year',
  'POST /categories/suggestions': OTHERS_IDS,
  'DELETE /categories/{categoryId}': OTHERS_IDS,
  'POST /finance/connections': OTHERS_IDS,
  'POST /finance/connections/{connectionId}/reauthorize':
    'a setup token is good for SimpleFIN alone, and once',
  'GET /finance/overview/net-worth': PERIOD,
  'GET /finance/overview/balances': PERIOD,
  'GET /finance/overview/cash-flow': PERIOD,
  'GET /finance/overview/counterparties': PERIOD,
  'POST /finance/imports': OTHERS_IDS,
  'PATCH /finance/imports/{importId}': 'which accounts there are depends on the file',
  'POST /finance/reprocessings': OTHERS_IDS,
  'POST /finance/accounts/{accountId}/balances': 'a day that is still to come has no balance',
  'POST /finance/transactions': OTHERS_IDS,
  'POST /finance/transactions/bulk': BYTES,
  'PUT /finance/transactions/bulk': BYTES,
  'PUT /finance/transactions/{transactionId}': BYTES,
  'POST /finance/transactions/{transactionId}/merge': 'a transaction cannot be merged with itself',
  'POST /finance/transfer-pairs': OTHERS_IDS,
  'POST /finance/transactions/{transactionId}/split': 'parts add up to the transaction’s amount',
  'POST /rules': RULE_LANGUAGE,
  'PUT /rules/{ruleId}': RULE_LANGUAGE,
  'POST /rules/preview': RULE_LANGUAGE,
  'POST /rules/{ruleId}/apply': OTHERS_IDS,
  'POST /rules/{ruleId}/accounts/{accountId}': 'order_list names all rules that are attached',
  'POST /rules/{ruleId}/transfer-links/{transferLinkId}': 'order_list names all rules that are attached',
  'POST /rules/{ruleId}/accounts/bulk': 'the scope of the rule decides what it can be attached to',
  'POST /rules/{ruleId}/transfer-links/bulk': 'the scope of the rule decides what it can be attached to',
  'POST /apps': ADDRESSES,
  'PUT /apps/{appId}': ADDRESSES,
  'PUT /grants/{grantId}': NARROWING,
  'PUT /user': 'whether the present password is right is known here alone',
  'POST /tokens': OTHERS_IDS,
  'PUT /tokens/{tokenId}': NARROWING,
  'POST /transfer-links': OTHERS_IDS,
  'PUT /transfer-links/{transferLinkId}': OTHERS_IDS,
  'PUT /transfer-links/bulk': 'a destination_type comes with its destination_id',
  'POST /webhooks': OTHERS_IDS,
  'PUT /webhooks/{webhookId}': OTHERS_IDS,
};
