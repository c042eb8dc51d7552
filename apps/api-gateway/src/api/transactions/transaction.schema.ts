import { Type } from '@sinclair/typebox';
import { TradeWire, TRANSACTION } from '@tributary/contracts';
import { component, referenceTo } from '../../rest/openapi/components';
import { CountText, DateText, IdText, OrNull, Text } from '../../rest/openapi/wire.schema';
import { FinancialAccount } from '../accounts/account.schema';

const text = Type.Optional(Text);

const Merchant = Type.Object({ name: Text, logo_url: Text, website: Text, mccs: Text });

/** Fields that a provider's enrichment adds, stored and shown in the same form. */
export const ENRICHED = Type.Object({
  provider: Text,
  counterparty: Merchant,
  intermediary: Merchant,
  category_general: Text,
  location: Type.Object({ raw_address: Text, google_maps_url: Text, apple_maps_url: Text }),
  certainty_score: Text,
  is_subscription: Text,
  is_personal: Text,
});

const Enriched = component('Enriched', ENRICHED);

/** A position among the changes of the user's transactions, with microseconds. */
const ChangedAt = Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$` });

/** A removed transaction, with all fields that are still stored. */
export const RemovedTransaction = component(
  'RemovedTransaction',
  Type.Object({ id: IdText, financial_account_id: IdText, changed_at: ChangedAt }),
);

/** Empty fields are left out, except required ones. */
export const Transaction = component(
  'Transaction',
  Type.Object({
    ...TRANSACTION.members,
    mapped_fields: Type.Object({ date: OrNull(DateText), payee: text, description: text }),
    trade: Type.Optional(component('Trade', TradeWire)),
    enriched: Type.Optional(OrNull(Enriched)),
    financial_account: Type.Optional(OrNull(FinancialAccount)),
    changed_at: Type.Optional(ChangedAt),
    failed_transfers: Type.Optional(CountText),
    attempted_transfers: Type.Optional(CountText),
    transfer_logs: Type.Optional(Type.Array(referenceTo('TransferLog'))),
  }),
);
