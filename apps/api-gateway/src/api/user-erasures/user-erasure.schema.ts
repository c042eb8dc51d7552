import { Type } from '@sinclair/typebox';
import { component } from '../../rest/openapi/components';
import { CountText, TextOneOf, TimeOrNull, TimeText } from '../../rest/openapi/wire.schema';

/** The progress of a user's erasure; it does not identify the user. */
export const UserErasure = component(
  'UserErasure',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    status: TextOneOf(['ERASING', 'ERASED'] as const),
    services_total: CountText,
    services_erased: CountText,
    rows_erased: CountText,
    requested_at: TimeText,
    erased_at: TimeOrNull,
  }),
);
