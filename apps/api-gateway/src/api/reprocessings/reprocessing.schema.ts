import { Type } from '@sinclair/typebox';
import { REPROCESSING_STATUSES } from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import {
  CountText,
  IdText,
  TextOneOf,
  TextOrNull,
  TimeOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';

/** A job that maps stored provider rows again. */
export const Reprocessing = component(
  'Reprocessing',
  Type.Object({
    id: IdText,
    status: TextOneOf(REPROCESSING_STATUSES),
    financial_account_ids: Type.Array(IdText),
    transactions_total: CountText,
    transactions_done: CountText,
    transactions_changed: CountText,
    transactions_unreadable: Type.Unsafe<string>({
      ...CountText,
      description: 'Rows that the mapping of now cannot read; they stay as they are.',
    }),
    error: TextOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    finished_at: TimeOrNull,
  }),
);
