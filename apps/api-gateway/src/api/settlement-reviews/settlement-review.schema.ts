import { SETTLEMENT_ORIGINS, SETTLEMENT_STATUSES, SettlementEvidence } from '@tributary/contracts';
import { Type } from '@sinclair/typebox';
import { component } from '../../rest/openapi/components';
import {
  CurrencyText,
  IdText,
  MoneyText,
  OrNull,
  TextOneOf,
  TextOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';

export const SettlementSide = component(
  'SettlementSide',
  Type.Object(
    {
      transaction_id: OrNull(IdText),
      provider_key: TextOrNull,
      amount: MoneyText,
      date: TextOrNull,
      name: TextOrNull,
    },
    {
      description: 'One entry as the provider had it; its transaction, where it has or had one of its own.',
    },
  ),
);

/** Two entries that are one transaction, or may be. */
export const SettlementReview = component(
  'SettlementReview',
  Type.Object({
    id: IdText,
    financial_account_id: IdText,
    status: TextOneOf(SETTLEMENT_STATUSES),
    transaction_id: OrNull(IdText),
    currency: CurrencyText,
    pending: SettlementSide,
    booked: SettlementSide,
    evidence: SettlementEvidence,
    origin: TextOneOf(SETTLEMENT_ORIGINS),
    file_import_id: Type.Union([IdText, Type.Null()], {
      description: 'The import whose row may be another one.',
    }),
    created_at: TimeText,
    updated_at: TimeText,
  }),
);
