import { Type } from '@sinclair/typebox';
import { REFUSALS } from '@tributary/contracts';
import { IdText, OrNull, Text, TextOneOf } from '../../rest/openapi/wire.schema';
import { TransferLink } from './transfer-link.schema';

/** The outcome of each of several links, in the order of the request. */
export const LinkResults = Type.Object({
  results: Type.Array(
    Type.Object({
      transfer_link_id: Type.Union([IdText, Type.Null()], {
        description: 'Null where a link was to be made and was refused.',
      }),
      success: Type.Boolean(),
      message: Text,
      data: Type.Union([TransferLink, Type.Null()], {
        description: 'The link as it is now; null where it was refused, or deleted.',
      }),
      error: OrNull(TextOneOf(REFUSALS)),
      errors: Type.Record(Type.String(), Type.Array(Text), {
        description: 'By the member that is wrong.',
      }),
    }),
  ),
});
