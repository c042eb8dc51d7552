import { Type } from '@sinclair/typebox';
import { TradeWire, TRANSACTION } from '@tributary/contracts';
import { component, referenceTo } from '../openapi/components';
import { CountText, DateText, OrNull, Text } from '../openapi/wire.schema';
import { FinancialAccount } from './account.schema';

const text = Type.Optional(Text);

const Merchant = Type.Object({ name: Text, logo_url: Text, website: Text, mccs: Text });

const Enriched = component(
  'Enriched',
  Type.Object({
    provider: Text,
    counterparty: Merchant,
    intermediary: Merchant,
    category_general: Text,
    location: Type.Object({ raw_address: Text, google_maps_url: Text, apple_maps_url: Text }),
    certainty_score: Text,
    is_subscription: Text,
    is_personal: Text,
  }),
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
    failed_transfers: Type.Optional(CountText),
    attempted_transfers: Type.Optional(CountText),
    transfer_logs: Type.Optional(Type.Array(referenceTo('TransferLog'))),
  }),
);
