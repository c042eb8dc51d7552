import { Type } from '@sinclair/typebox';
import { DRIFT_CHECK_STATUSES, DRIFT_KINDS } from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import { IdText, OrNull, TextOneOf, TextOrNull, TimeOrNull, TimeText } from '../../rest/openapi/wire.schema';

const Count = Type.Integer({ minimum: 0 });

/** The comparison of a destination with what was sent there. */
export const DriftCheck = component(
  'DriftCheck',
  Type.Object({
    id: IdText,
    transfer_link_id: IdText,
    financial_account_id: IdText,
    status: TextOneOf(DRIFT_CHECK_STATUSES),
    checked: Type.Integer({ minimum: 0, description: 'Rows that were held against the destination.' }),
    differences: Type.Object({ missing: Count, deleted: Count, changed: Count, moved: Count, extra: Count }),
    error: TextOrNull,
    finished_at: TimeOrNull,
    created_at: TimeText,
    updated_at: TimeText,
  }),
);

const Row = Type.Object(
  {
    date: TextOrNull,
    amount: TextOrNull,
    cleared: OrNull(Type.Boolean()),
    payee: TextOrNull,
    description: TextOrNull,
    category: Type.Optional(
      Type.Union(TextOrNull.anyOf, { description: 'The destination’s id of its category; empty for none.' }),
    ),
  },
  { description: 'Null where the destination does not say.' },
);

export const DriftDifference = component(
  'DriftDifference',
  Type.Object({
    place: Type.Integer({ minimum: 1 }),
    kind: Type.Unsafe<string>({
      ...TextOneOf(DRIFT_KINDS),
      description:
        '`MISSING`: the destination does not know the row. `DELETED`: it was deleted there. `CHANGED`: it has other ' +
        'values. `MOVED`: it is in another account. `EXTRA`: it bears a key of Tributary, which did not send it there.',
    }),
    transaction_id: OrNull(IdText),
    destination_transaction_id: TextOrNull,
    fields: Type.Array(Type.String(), {
      description: 'Of `CHANGED`: `status`, `payee`, `description`, `amount`, `category`.',
    }),
    sent: OrNull(Row),
    held: OrNull(Row),
  }),
);
