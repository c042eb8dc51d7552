import { Type } from '@sinclair/typebox';
import { PAUSE_REASONS } from '@tributary/contracts';
import { component } from './components';
import { TextOneOf, TextOrNull, TimeText } from './wire.schema';

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
