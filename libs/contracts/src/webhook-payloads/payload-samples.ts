import { SAMPLE_TIME, sampleAccount, sampleHolding, sampleTransaction } from '../documents/samples';
import { PayloadVersion, WebhookEvent } from '../documents/webhook.documents';
import { BalanceSnapshottedV1 } from '../events/accounts/balance-snapshotted.v1';
import { ConnectionChangedV1 } from '../events/accounts/connection-changed.v1';
import { RuleUpsertedV1 } from '../events/rules/rule-upserted.v1';
import {
  accountResource,
  BALANCE,
  CONNECTION,
  HOLDING,
  ruleResource,
  transactionResource,
} from '../wire/resources';
import { Fields } from '../wire/wire-resource';
import { canonicalName, EVENT_TYPES } from './event-types';
import { EventData, PayloadView, visibleData } from './payload-view';

const ACCOUNT_ID = 17;
const stamps = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
const ofAccount = { financial_account_id: String(ACCOUNT_ID) };

const SAMPLES: Required<EventData> = {
  financial_account: accountResource({
    id: ACCOUNT_ID,
    document: sampleAccount,
    ...stamps,
    balance: { available: null, cleared: '1204.10' },
  }),
  transactions: [
    transactionResource(ACCOUNT_ID, {
      id: 1001,
      shapedVersion: 1,
      rawVersion: 1,
      removed: false,
      ...stamps,
      raw: sampleTransaction,
      shaped: null,
      hash: '',
      outputs: [],
    }),
  ],
  balances: BalanceSnapshottedV1.sample.balances.map((balance) => BALANCE.write(balance, ofAccount)),
  holdings: [HOLDING.write({ id: 7, ...stamps, document: sampleHolding }, ofAccount)],
  financial_connection: CONNECTION.write(ConnectionChangedV1.sample, {}),
  rule: sampleRule(),
};

/** The content of an event of this type, with invented values. */
export function sampleData(event: WebhookEvent): EventData {
  return Object.fromEntries(EVENT_TYPES[canonicalName(event)].map((member) => [member, SAMPLES[member]]));
}

/** The whole body, as an endpoint gets it. */
export function sampleBody(event: WebhookEvent, version: PayloadVersion, view: PayloadView): Fields {
  return {
    id: `sample_${canonicalName(event)}`,
    type: event,
    payload_version: version,
    created_at: SAMPLE_TIME,
    data: visibleData(sampleData(event), view, version),
  };
}

function sampleRule(): Fields {
  const reason = 'The rule took longer than the 1000 ms that all rules have for one transaction.';
  const { document, ...sample } = RuleUpsertedV1.sample;
  const disabled = { disabled_reason: reason, disabled_at: SAMPLE_TIME };
  return ruleResource({ ...sample, document: { ...document, ...disabled } });
}
