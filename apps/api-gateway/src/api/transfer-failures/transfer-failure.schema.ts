import { Type } from '@sinclair/typebox';
import { DESTINATION_TYPES, RETRY_ERRORS } from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import { IdText, OrNull, Text, TextOneOf, TimeText } from '../../rest/openapi/wire.schema';

const Count = Type.Integer({ minimum: 0 });

/** Failed transfers of one reason. */
export const TransferFailure = component(
  'TransferFailure',
  Type.Object({
    reason: Type.Union([Text, Type.Null()], { description: 'As the logs have it, at most 500 characters.' }),
    destination_type: OrNull(TextOneOf(DESTINATION_TYPES)),
    transfers: Count,
    transfer_links: Type.Array(IdText, { description: 'At most 20 of the links that it concerns.' }),
    last_transfer_log_id: IdText,
    last_failed_at: TimeText,
  }),
);

export const TransferFailures = component(
  'TransferFailures',
  Type.Object({
    failures: Type.Array(TransferFailure),
    complete: Type.Boolean({
      description: 'False: there are more than 10,000 failed transfers, and the newest of them are counted.',
    }),
  }),
);

export const RetriedFailures = Type.Object({
  retried: Count,
  refused: Type.Array(
    Type.Object({ error: TextOneOf(RETRY_ERRORS), message: Text, transfers: Type.Integer({ minimum: 1 }) }),
    { description: 'How many could not be retried, by the reason.' },
  ),
  remaining: Type.Integer({ minimum: 0, description: 'How many more there are: send the request again.' }),
});
