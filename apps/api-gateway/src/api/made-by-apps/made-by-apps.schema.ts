import { Type } from '@sinclair/typebox';
import { PAUSABLE_KINDS } from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import { IdText, OrNull, Text, TextOneOf } from '../../rest/openapi/wire.schema';
import { PausedOrNull } from '../../rest/openapi/paused.schema';

/** A resource that an app or a restricted token made, and that pauses with it. */
export const MadeByApp = component(
  'MadeByApp',
  Type.Object({
    kind: TextOneOf(PAUSABLE_KINDS),
    id: IdText,
    name: Text,
    grant_id: OrNull(Text),
    paused: PausedOrNull,
  }),
);
