/** Messages between the service and a budget's process: JSON over Node's channel between processes. */

/** An Actual server with its credentials. */
export interface ServerAccess {
  readonly serverUrl: string;
  readonly password: string;
  /** Password of encrypted budgets; null if the user gave none. */
  readonly encryptionPassword: string | null;
}

/** Amounts in integer hundredths, outflow negative. */
export interface ActualFields {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly amount: number;
  readonly payee_name: string | null;
  readonly notes: string | null;
  readonly cleared: boolean;
  /** A category's id or name; null clears it. */
  readonly category?: string | null;
}

export interface ActualNewRow extends ActualFields {
  readonly id: string;
  readonly imported_id: string;
  readonly account: string;
}

export interface ActualChange {
  readonly id: string;
  readonly fields: Partial<ActualFields>;
}

/** A row as stored in the budget. */
export interface ActualRow {
  readonly id: string;
  readonly imported_id: string | null;
  readonly account: string;
  readonly date: string;
  readonly amount: number;
  readonly payee_name: string | null;
  readonly imported_payee: string | null;
  readonly notes: string | null;
  readonly category: string | null;
  readonly cleared: boolean;
  readonly reconciled: boolean;
  readonly tombstone: boolean;
}

/** A budget on the server. `fileId` never changes; a sync reset by the user changes `syncId`. */
export interface ActualFile {
  readonly fileId: string;
  readonly syncId: string;
  readonly name: string;
  readonly encrypted: boolean;
  /** Whether the encryption password opens the budget; null if it needs none or none was given. */
  readonly keyFits: boolean | null;
}

/** A budget with its accounts; `opened` is null if it could not be opened. */
export interface SurveyedFile {
  readonly file: ActualFile;
  readonly opened: OpenedBudget | null;
}

export interface ActualAccount {
  readonly id: string;
  readonly name: string;
  readonly onBudget: boolean;
  readonly closed: boolean;
  readonly balance: number;
}

export interface ActualCategory {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly hidden: boolean;
}

export interface OpenedBudget {
  readonly currency: string | null;
  readonly accounts: readonly ActualAccount[];
  readonly categories: readonly ActualCategory[];
}

export interface ActualSearch {
  readonly accounts: readonly string[];
  readonly since: string | null;
  /** Restricts the search to rows of these ids; null: no restriction. */
  readonly ids: readonly string[] | null;
}

export interface Adjustment {
  readonly id: string;
  readonly imported_id: string;
  readonly account: string;
  readonly date: string;
  /** The sum that the account's cleared rows must have. */
  readonly balance: number;
  readonly notes: string | null;
}

/** The result of one row. */
export type ActualOutcome =
  | { readonly kind: 'done' | 'duplicate' | 'gone' | 'locked' }
  | { readonly kind: 'rejected'; readonly reason: string };

/** The calls of a process, by name, with their arguments and results. */
export interface Calls {
  /** Signs in; must come first. */
  'sign-in': { asks: ServerAccess & { readonly allowedNetworks: readonly string[] }; gives: null };
  files: { asks: null; gives: readonly ActualFile[] };
  /** Downloads a budget and opens it. */
  open: { asks: { readonly fileId: string }; gives: null };
  /** All budgets, opened one after another. */
  survey: { asks: null; gives: readonly SurveyedFile[] };
  create: { asks: readonly ActualNewRow[]; gives: readonly ActualOutcome[] };
  update: { asks: readonly ActualChange[]; gives: readonly ActualOutcome[] };
  delete: { asks: readonly string[]; gives: readonly ActualOutcome[] };
  find: { asks: ActualSearch; gives: readonly ActualRow[] };
  adjust: { asks: Adjustment; gives: ActualOutcome };
}

export type CallName = keyof Calls;

export interface Request<Name extends CallName = CallName> {
  readonly name: Name;
  readonly asks: Calls[Name]['asks'];
}

export type Answer = { readonly gives: unknown } | { readonly failed: Failed };

/** An earlier part of a reply that is a list; parts keep each message quick to parse. */
export interface AnswerPart {
  readonly part: readonly unknown[];
}

export interface Failed {
  /** Actual's own error code. */
  readonly code: string;
  /** Whether the server may have received part of the changes. */
  readonly mayHaveWritten: boolean;
  /** The pause that the server requests; null if it requests none. */
  readonly retryAfterMs: number | null;
}
