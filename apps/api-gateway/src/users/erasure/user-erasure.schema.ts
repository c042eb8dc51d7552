import { Type } from '@sinclair/typebox';
import { component } from '../../openapi/components';
import { CountText, TextOneOf, TimeOrNull, TimeText } from '../../openapi/wire.schema';

/** How far the erasure of a user is; says nothing of who it was. */
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
