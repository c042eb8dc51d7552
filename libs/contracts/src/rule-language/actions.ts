import { ALL_DESTINATIONS, DestinationType, ofEachDestination } from '../destinations/destinations';
import { ActionType, actionOf, DestinationAction } from '../documents/rule.documents';

/** An action of rules. */
export interface ActionRow {
  /** The destination of the action's fields; null for actions with the same meaning everywhere. */
  readonly destination: DestinationType | null;
  /** Whether it names a field: one of the transaction that rules may set, or one of its destination. */
  readonly takesField: boolean;
  /** Whether rules of an account may have it, where no destination is known. */
  readonly forAccounts: boolean;
  /** Whether the log of such an action can be undone. */
  readonly undoable: boolean;
  readonly description: string;
}

/** The actions that set fields of a destination. */
export const DESTINATION_ACTIONS = Object.fromEntries(
  ALL_DESTINATIONS.map(({ type, action: { undoable, description } }) => [
    actionOf(type),
    { destination: type, takesField: true, forAccounts: false, undoable, description },
  ]),
) as Readonly<Record<DestinationAction, ActionRow & { readonly destination: DestinationType }>>;

/** Every action. */
export const ACTION_TABLE: Readonly<Record<ActionType, ActionRow>> = {
  SET_FIELD: {
    destination: null,
    takesField: true,
    forAccounts: true,
    undoable: true,
    description: 'Sets a settable field of the transaction.',
  },
  ...DESTINATION_ACTIONS,
  SKIP_TRANSFER: {
    destination: null,
    takesField: false,
    forAccounts: false,
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
