import { Static, Type } from '@sinclair/typebox';
import { Health } from './finance.documents';
import { MADE_THROUGH } from './grant.documents';
import { Id, IsoTime, Nullable } from './scalars';

const textOrNull = Nullable(Type.String());
const timeOrNull = Nullable(IsoTime);

/** A user at a destination, of whatever kind. What one kind alone has is optional. */
export const DestinationConnectionDocument = Type.Object({
  name: Type.String(),
  enabled: Type.Boolean(),
  sync_balances: Type.Boolean(),
  /** Null for other kinds, and while the authorization was never completed. */
  budgeta_user_id: textOrNull,
  last_synced_at: timeOrNull,
  health: Health,
  /** Where the user grants access, while that is asked for. */
  auth_url: textOrNull,
  /** Absent means true: every connection was, before authorization could be begun here. */
  authorized: Type.Optional(Type.Boolean()),
  /** BUDGETB. */
  server_url: Type.Optional(Type.String()),
  /** SHEETS: whom spreadsheets are shared with. */
  service_account_email: Type.Optional(Type.String()),
  /** WORKSPACE. */
  workspace_name: Type.Optional(textOrNull),
  ...MADE_THROUGH,
});
export type DestinationConnectionDocument = Static<typeof DestinationConnectionDocument>;

export const BudgetDocument = Type.Object({
  connection_id: Id,
  budgeta_id: Type.String(),
  enabled: Type.Boolean(),
  name: Type.String(),
  currency: textOrNull,
  first_month: textOrNull,
  last_month: textOrNull,
  last_synced_at: timeOrNull,
});
export type BudgetDocument = Static<typeof BudgetDocument>;

/** Balances are decimal strings, like all money. */
export const BudgetAccountDocument = Type.Object({
  budget_id: Id,
  budgeta_id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  on_budget: Type.Boolean(),
  closed: Type.Boolean(),
  note: textOrNull,
  balance: Type.String(),
  cleared_balance: Type.String(),
  uncleared_balance: Type.String(),
  transfer_payee_id: textOrNull,
  direct_import_linked: Type.Boolean(),
  last_reconciled_at: textOrNull,
  health: Health,
});
export type BudgetAccountDocument = Static<typeof BudgetAccountDocument>;

/** A budget file on a BUDGETB server. */
export const BudgetbBudgetDocument = Type.Object({
  connection_id: Id,
  budgetb_id: Type.String(),
  enabled: Type.Boolean(),
  name: Type.String(),
  currency: textOrNull,
  /** Its content is encrypted with a password of its own. */
  encrypted: Type.Boolean(),
  last_synced_at: timeOrNull,
});
export type BudgetbBudgetDocument = Static<typeof BudgetbBudgetDocument>;

export const BudgetbAccountDocument = Type.Object({
  budget_id: Id,
  budgetb_id: Type.String(),
  name: Type.String(),
  on_budget: Type.Boolean(),
  closed: Type.Boolean(),
  balance: Type.String(),
  health: Health,
});
export type BudgetbAccountDocument = Static<typeof BudgetbAccountDocument>;

export const SpreadsheetDocument = Type.Object({
  connection_id: Id,
  sheets_id: Type.String(),
  enabled: Type.Boolean(),
  name: Type.String(),
  url: textOrNull,
  locale: textOrNull,
  time_zone: textOrNull,
  last_synced_at: timeOrNull,
});
export type SpreadsheetDocument = Static<typeof SpreadsheetDocument>;

/** A tab of a spreadsheet; `sheets_id` is the tab's own number, which outlives a change of its name. */
export const SheetDocument = Type.Object({
  spreadsheet_id: Id,
  sheets_id: Type.String(),
  name: Type.String(),
  position: Type.Integer({ minimum: 0 }),
  health: Health,
});
export type SheetDocument = Static<typeof SheetDocument>;

/** A database of a WORKSPACE: a container of data sources. */
export const DatabaseDocument = Type.Object({
  connection_id: Id,
  workspace_id: Type.String(),
  enabled: Type.Boolean(),
  name: Type.String(),
  url: textOrNull,
  last_synced_at: timeOrNull,
});
export type DatabaseDocument = Static<typeof DatabaseDocument>;

export const DataSourceDocument = Type.Object({
  database_id: Id,
  workspace_id: Type.String(),
  name: Type.String(),
  health: Health,
});
export type DataSourceDocument = Static<typeof DataSourceDocument>;

/** What stands in a connection of each kind, by two levels: what one bulk request writes to, and what links point at. */
export interface DestinationDocuments {
  BUDGETA: { unit: BudgetDocument; target: BudgetAccountDocument };
  BUDGETB: { unit: BudgetbBudgetDocument; target: BudgetbAccountDocument };
  SHEETS: { unit: SpreadsheetDocument; target: SheetDocument };
  WORKSPACE: { unit: DatabaseDocument; target: DataSourceDocument };
}

/** The kinds of resource under which `destination.upserted` tells of the two levels. */
export const DESTINATION_LEVELS = {
  BUDGETA: { unit: 'BUDGET', target: 'BUDGET_ACCOUNT' },
  BUDGETB: { unit: 'BUDGETB_BUDGET', target: 'BUDGETB_ACCOUNT' },
  SHEETS: { unit: 'SPREADSHEET', target: 'SHEET' },
  WORKSPACE: { unit: 'DATABASE', target: 'DATA_SOURCE' },
} as const;

/** The member in which a resource names what it stands in. */
export const PARENT_MEMBERS = {
  BUDGETA: { unit: 'connection_id', target: 'budget_id' },
  BUDGETB: { unit: 'connection_id', target: 'budget_id' },
  SHEETS: { unit: 'connection_id', target: 'spreadsheet_id' },
  WORKSPACE: { unit: 'connection_id', target: 'database_id' },
} as const;

const text = Type.String({ minLength: 1, maxLength: 4096 });

/** What a user types to connect, by kind. Sealed wherever it goes. */
export const DestinationCredentials = Type.Union([
  /** A personal access token. */
  Type.Object({ type: Type.Literal('BUDGETA'), accessToken: text }),
  Type.Object({
    type: Type.Literal('BUDGETB'),
    serverUrl: text,
    password: text,
    /** Of the budgets whose content is encrypted. */
    encryptionPassword: Type.Optional(text),
  }),
  Type.Object({
    type: Type.Literal('SHEETS'),
    /** The JSON file of a service account's key, as text. */
    serviceAccountKey: Type.String({ minLength: 1, maxLength: 16_384 }),
    /** Ids or addresses of spreadsheets that are shared with the service account. */
    spreadsheets: Type.Array(text, { minItems: 1, maxItems: 100 }),
  }),
  /** The secret of an internal integration. */
  Type.Object({ type: Type.Literal('WORKSPACE'), accessToken: text }),
]);
export type DestinationCredentials = Static<typeof DestinationCredentials>;
