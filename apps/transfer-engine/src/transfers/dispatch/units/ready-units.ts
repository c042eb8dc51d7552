import { smallestOf } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Destinations } from '../../../destinations/destinations';
import { findLoadedUnits, LoadedUnit } from '../due-transfers.store';
import { timeToSendInMs } from './pacing';

export type ReadyUnit = Pick<LoadedUnit, 'unitId' | 'connectionId' | 'destinationType' | 'suspect'>;

/** The result of a look for units. */
export interface FoundUnits {
  readonly ready: readonly ReadyUnit[];
  /** Milliseconds until the first waiting unit is ready; null if none is waiting. */
  readonly nextInMs: number | null;
  /** Units that wait for more rows or for allowance. */
  readonly waiting: readonly number[];
}

/** Returns the free units that should send now, longest waiting first. */
export async function readyUnits(
  database: Database,
  destinations: Destinations,
  settings: { readonly rowsMax: number; readonly lingerMs: number },
): Promise<FoundUnits> {
  const windows = destinations.types.map((type) => {
    const lengthsMs = destinations.of(type).pace.windows.map(({ windowMs }) => windowMs);
    return [type, lengthsMs] as const;
  });
  const rows = await findLoadedUnits(database, settings.rowsMax, Object.fromEntries(windows));
  const paced = rows.map((unit) => {
    const { pace } = destinations.of(unit.destinationType);
    const rowsMax = Math.min(pace.rowsMax, settings.rowsMax);
    return {
      unit,
      inMs: timeToSendInMs(unit, { rowsMax, lingerMs: settings.lingerMs, windows: pace.windows }),
    };
  });
  const waiting = paced.filter(({ inMs }) => inMs !== 0);
  return {
    ready: paced.filter(({ inMs }) => inMs === 0).map(({ unit }) => unit),
    // Allowance returns request by request as the windows pass, so units without any count as ready soon.
    nextInMs: waiting.length === 0 ? null : smallestOf(waiting.map(({ inMs }) => inMs ?? 0)),
    waiting: waiting.map(({ unit }) => unit.unitId),
  };
}
