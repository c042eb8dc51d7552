import { Static, TObject } from '@sinclair/typebox';
import { Health } from '../health';
import { OneOf } from '../scalars';
import { BUDGETA } from './budgeta.descriptor';
import { BUDGETB } from './budgetb.descriptor';
import { DestinationDescriptor } from './descriptor';
import { SHEETS } from './sheets.descriptor';
import { WORKSPACE } from './workspace.descriptor';

/** Every destination. */
export const DESTINATIONS = { BUDGETA, BUDGETB, SHEETS, WORKSPACE };

type Descriptors = typeof DESTINATIONS;
export type DestinationType = keyof Descriptors;
export const DESTINATION_TYPES = Object.values(DESTINATIONS).map(({ type }) => type);
export const DestinationType = OneOf(DESTINATION_TYPES);

export type AnyDestination = DestinationDescriptor & { readonly type: DestinationType };
export const ALL_DESTINATIONS: readonly AnyDestination[] = Object.values(DESTINATIONS);

/** Returns the result of `make` for each type of destination, by type. */
export function ofEachDestination<R>(make: (one: AnyDestination) => R): Readonly<Record<DestinationType, R>> {
  const entries = ALL_DESTINATIONS.map((one) => [one.type, make(one)] as const);
  return Object.fromEntries(entries) as Record<DestinationType, R>;
}

/** A connection's members that only this type has. */
export type FactsOf<T extends DestinationType> = T extends DestinationType
  ? Partial<Static<TObject<Descriptors[T]['facts']>>>
  : never;

type WireId<T extends DestinationType> = Record<`${Lowercase<T>}_id`, string>;

/** A unit's own members: a budget, a spreadsheet, a database. */
export type UnitDocument<T extends DestinationType> = T extends DestinationType
  ? WireId<T> &
      Static<TObject<Descriptors[T]['unit']['fields']>> & {
        enabled: boolean;
        name: string;
        last_synced_at: string | null;
      }
  : never;

/** A target's own members: an account, a sheet, a data source. */
export type TargetDocument<T extends DestinationType> = T extends DestinationType
  ? WireId<T> & Static<TObject<Descriptors[T]['target']['fields']>> & { name: string; health: Health }
  : never;

/** The levels of a connection, from the top. */
export type Level = 'connection' | 'unit' | 'target';

/** Name of a level on the bus and in the query model. */
export function kindOfLevel(type: DestinationType, level: Level): string {
  return level === 'connection' ? 'CONNECTION' : DESTINATIONS[type][level].kind;
}

/** The member in which a resource names its parent. */
export function parentMember(
  { unit }: Pick<DestinationDescriptor, 'unit'>,
  level: 'unit' | 'target',
): string {
  return level === 'unit' ? 'connection_id' : `${unit.name}_id`;
}

/** The destination's segment of paths, and the prefix of `…_id`, the destination's own id. */
export function pathOf({ type }: Pick<DestinationDescriptor, 'type'>): string {
  return type.toLowerCase();
}
