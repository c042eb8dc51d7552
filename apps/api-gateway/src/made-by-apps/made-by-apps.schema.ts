import { Type } from '@sinclair/typebox';
import { PAUSABLE_KINDS, PAUSE_REASONS } from '@tributary/contracts';
import { component } from '../openapi/components';
import { IdText, OrNull, Text, TextOneOf, TextOrNull, TimeText } from '../openapi/wire.schema';

const Pause = component(
  'Pause',
  Type.Object({ reason: TextOneOf(PAUSE_REASONS), since: TimeText, by: TextOrNull }),
);

/** A member of everything that an app can make. */
export const PausedOrNull = Type.Union([Pause, Type.Null()], {
  description:
    'Why it does nothing: the app or token that made it (`by`) was revoked, has expired, or may do less now. The owner ' +
    'can keep it. Null: it is not paused.',
});

/** Something that an app or a restricted token made, and that pauses with it. */
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
