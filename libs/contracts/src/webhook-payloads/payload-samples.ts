import { CONNECTION_EVENTS } from '../documents/finance.documents';
import { RULE_EVENTS } from '../documents/rule.documents';
import { SAMPLE_TIME, sampleAccount, sampleHolding, sampleTransaction } from '../documents/samples';
import { PayloadVersion, WebhookEvent } from '../documents/webhook.documents';
import { BalanceSnapshottedV1 } from '../events/balance-snapshotted.v1';
import { ConnectionChangedV1 } from '../events/connection-changed.v1';
import { RuleUpsertedV1 } from '../events/rule-upserted.v1';
import { EventData, viewedData } from './event-data';
import { canonicalName } from './event-names';
import { Fields } from './fields';
import { itemsOf } from './payload.schemas';
import { PayloadView } from './payload-view';
import {
  accountResource,
  balanceResource,
  connectionResource,
  holdingResource,
  ruleResource,
  transactionResource,
} from './resources';

const ACCOUNT_ID = 17;
const stamps = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };

/** What an event of this kind looks like, with invented values. */
export function sampleData(event: WebhookEvent): EventData {
  if ((CONNECTION_EVENTS as readonly string[]).includes(event)) {
    return { financial_connection: connectionResource({ ...ConnectionChangedV1.sample, deleted: false }) };
  }
  if ((RULE_EVENTS as readonly string[]).includes(event)) return { rule: sampleRuleResource() };
  const financial_account = accountResource({
    id: ACCOUNT_ID,
    document: sampleAccount,
    ...stamps,
    balance: { available: null, cleared: '1204.10' },
  });
  switch (itemsOf(event)) {
    case 'transactions':
      return { financial_account, transactions: [sampleTransactionResource()] };
    case 'balances':
      return {
        financial_account,
        balances: BalanceSnapshottedV1.sample.balances.map((balance) => balanceResource(ACCOUNT_ID, balance)),
      };
    case 'holdings':
      return {
        financial_account,
        holdings: [holdingResource(ACCOUNT_ID, { id: 7, ...stamps, document: sampleHolding })],
      };
    case null:
      return { financial_account };
  }
}

/** The whole body, as an endpoint gets it. */
export function sampleBody(event: WebhookEvent, version: PayloadVersion, view: PayloadView): Fields {
  return {
    id: `sample_${canonicalName(event)}`,
    type: event,
    payload_version: version,
    created_at: SAMPLE_TIME,
    data: viewedData(sampleData(event), view, version),
  };
}

function sampleRuleResource(): Fields {
  const reason = 'The rule took longer than the 1000 ms that all rules have for one transaction.';
  const { document, ...sample } = RuleUpsertedV1.sample;
  const disabled = { disabled_reason: reason, disabled_at: SAMPLE_TIME };
  return ruleResource({ ...sample, document: { ...document, ...disabled } });
}

function sampleTransactionResource(): Fields {
  return transactionResource(ACCOUNT_ID, {
    id: 1001,
    shapedVersion: 1,
    rawVersion: 1,
    removed: false,
    ...stamps,
    raw: sampleTransaction,
    shaped: null,
    hash: '',
    outputs: [],
  });
}
