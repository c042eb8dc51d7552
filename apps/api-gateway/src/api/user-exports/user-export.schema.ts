import { Type } from '@sinclair/typebox';
import { component } from '../../rest/openapi/components';
import { CountText, TextOneOf, TimeOrNull, TimeText } from '../../rest/openapi/wire.schema';

/** An export and its progress. */
export const UserExport = component(
  'UserExport',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    status: TextOneOf(['PREPARING', 'READY'] as const),
    services_total: CountText,
    services_done: CountText,
    lines: CountText,
    bytes: CountText,
    requested_at: TimeText,
    finished_at: TimeOrNull,
    expires_at: TimeOrNull,
  }),
);
