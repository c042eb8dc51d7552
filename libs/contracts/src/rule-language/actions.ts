import { ALL_DESTINATIONS, DestinationType, ofEachDestination } from '../destinations/destinations';
import { ActionType, actionOf, DestinationAction } from '../documents/rule.documents';

/** An action of rules. */
export interface ActionRow {
  /** The destination of the action's fields; null for actions with the same meaning everywhere. */
  readonly destination: DestinationType | null;
  /** Whether the log of such an action can be undone. */
  readonly undoable: boolean;
  readonly description: string;
}

const ofDestinations = Object.fromEntries(
  ALL_DESTINATIONS.map(({ type, action: { undoable, description } }) => [
    actionOf(type),
    { destination: type, undoable, description },
  ]),
) as Readonly<Record<DestinationAction, ActionRow>>;

/** Every action there is. */
export const ACTION_TABLE: Readonly<Record<ActionType, ActionRow>> = {
  SET_FIELD: { destination: null, undoable: true, description: 'Sets a settable field of the transaction.' },
  ...ofDestinations,
  SKIP_TRANSFER: {
    destination: null,
    undoable: false,
    description: 'The link does not carry the transaction; takes neither field nor value.',
  },
};

/** Fields that exist only at a destination; null: users name them. */
const FIXED_FIELDS = ofEachDestination(({ action }) => action.fields);

const COLUMN_LENGTH_MAX = 100;

/** A field at a destination; `values` is null if any text is allowed. */
export interface DestinationField {
  readonly name: string;
  readonly values: readonly string[] | null;
}

/** The field of that name; users name the columns and properties of sheets and workspaces. */
export function findDestinationField(type: DestinationType, name: string): DestinationField | undefined {
  const fixed = FIXED_FIELDS[type];
  if (fixed) return Object.hasOwn(fixed, name) ? { name, values: fixed[name] ?? null } : undefined;
  const usable = name.trim() !== '' && name.length <= COLUMN_LENGTH_MAX && name !== '__proto__';
  return usable ? { name, values: null } : undefined;
}

const WRITTEN_INSTEAD = ofEachDestination(({ action }) => new Map(Object.entries(action.insteadOf ?? {})));

/** The transaction's field that the destination's field replaces, if there is one. */
export function replacedField(type: DestinationType, name: string): string | undefined {
  return WRITTEN_INSTEAD[type].get(name);
}

/** The fields to choose from; null if any name is allowed. */
export function destinationFields(type: DestinationType): readonly DestinationField[] | null {
  const fixed = FIXED_FIELDS[type];
  return fixed ? Object.entries(fixed).map(([name, values]) => ({ name, values })) : null;
}
