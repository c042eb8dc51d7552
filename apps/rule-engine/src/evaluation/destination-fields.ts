import { ActionType, DestinationType } from '@tributary/contracts';

/** The destination that an action's fields belong to; null for actions that mean the same everywhere. */
export const DESTINATION_OF: Record<ActionType, DestinationType | null> = {
  SET_FIELD: null,
  SET_BUDGETA_FIELD: 'BUDGETA',
  SET_BUDGETB_FIELD: 'BUDGETB',
  SET_SHEETS_FIELD: 'SHEETS',
  SET_WORKSPACE_FIELD: 'WORKSPACE',
  SKIP_TRANSFER: null,
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

/** The names to choose from, for the error message; null where any name will do. */
export function destinationFieldNames(type: DestinationType): readonly string[] | null {
  const fixed = FIXED_FIELDS[type];
  return fixed ? Object.keys(fixed) : null;
}
