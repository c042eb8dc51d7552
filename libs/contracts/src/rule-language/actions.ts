import { ActionType } from '../documents/rule.documents';
import { DestinationType } from '../documents/transfer.documents';

/** An action of rules. */
export interface ActionRow {
  /** The destination that the action's fields belong to; null for actions that mean the same everywhere. */
  readonly destination: DestinationType | null;
  /** Whether the log of such an action can be undone. */
  readonly undoable: boolean;
  readonly description: string;
}

/** Every action there is. */
export const ACTION_TABLE: Readonly<Record<ActionType, ActionRow>> = {
  SET_FIELD: { destination: null, undoable: true, description: 'Sets a settable field of the transaction.' },
  SET_BUDGETA_FIELD: {
    destination: 'BUDGETA',
    undoable: true,
    description: 'Sets a field at BUDGETA alone.',
  },
  SET_BUDGETB_FIELD: {
    destination: 'BUDGETB',
    undoable: true,
    description: 'Sets a field at BUDGETB alone.',
  },
  SET_SHEETS_FIELD: { destination: 'SHEETS', undoable: false, description: 'Sets a column of the sheet.' },
  SET_WORKSPACE_FIELD: {
    destination: 'WORKSPACE',
    undoable: false,
    description: 'Sets a property in the workspace.',
  },
  SKIP_TRANSFER: {
    destination: null,
    undoable: false,
    description: 'The link does not carry the transaction; takes neither field nor value.',
  },
};

const ANY_TEXT = null;
const FLAG = ['true', 'false'];

/** Fields that exist only at a destination, with the values they take; null stands for any text. */
const FIXED_FIELDS: Partial<Record<DestinationType, Readonly<Record<string, readonly string[] | null>>>> = {
  BUDGETA: {
    payee_name: ANY_TEXT,
    category_id: ANY_TEXT,
    memo: ANY_TEXT,
    flag_color: ['red', 'orange', 'yellow', 'green', 'blue', 'purple', ''],
    approved: FLAG,
  },
  BUDGETB: { payee_name: ANY_TEXT, category: ANY_TEXT, notes: ANY_TEXT },
};

const COLUMN_LENGTH_MAX = 100;

/** A field at a destination; `values` is null where any text is good. */
export interface DestinationField {
  readonly name: string;
  readonly values: readonly string[] | null;
}

/** The field of that name; columns and properties of sheets and workspaces are named by their owners. */
export function findDestinationField(type: DestinationType, name: string): DestinationField | undefined {
  const fixed = FIXED_FIELDS[type];
  if (fixed) return Object.hasOwn(fixed, name) ? { name, values: fixed[name] ?? null } : undefined;
  const usable = name.trim() !== '' && name.length <= COLUMN_LENGTH_MAX && name !== '__proto__';
  return usable ? { name, values: null } : undefined;
}

/** The fields to choose from; null where any name will do. */
export function destinationFields(type: DestinationType): readonly DestinationField[] | null {
  const fixed = FIXED_FIELDS[type];
  return fixed ? Object.entries(fixed).map(([name, values]) => ({ name, values })) : null;
}
