import { CategorySuggestion, FieldErrors, SeriesDocument } from '@tributary/contracts';
import { Payment } from '../series/series-row';
import { CategoryChoice, Uncategorised } from '../suggestions/suggest-categories';
import { RuleDefinition } from '../rule-definition';
import { Shaping, ShapingInput, ShapingPlan } from '../shape';
import { Sight } from '../documents/sight';
import { ComparedTransaction } from '../comparison/compare-rule';
import { PreviewMatch, Trial, TriedTransaction } from '../try-rule';
import { CheckedRule } from '../check-rule';

/** The tasks of worker threads, by name. Inputs and outputs are copied between threads. */
export interface Tasks {
  /** Checks a rule by compiling it. */
  readonly check: {
    readonly task: { readonly rule: CheckedRule; readonly sight: Sight };
    readonly result: FieldErrors;
  };
  /** Tries one rule on transactions; returns fewer results if `untilMs` have passed. */
  readonly try: { readonly task: TryTask; readonly result: readonly (readonly PreviewMatch[])[] };
  /**
   * Compares a changed rule with its saved version on transactions, among all rules of each account; returns fewer
   * results if `untilMs` have passed.
   */
  readonly compare: {
    readonly task: CompareTask;
    readonly result: readonly (readonly PreviewMatch[])[];
  };
  /** Runs rules over transactions. */
  readonly shape: { readonly task: ShapeTask; readonly result: readonly Shaping[] };
  /** Finds the series of an account, as they stand on a day. */
  readonly series: { readonly task: SeriesTask; readonly result: readonly SeriesDocument[] };
  /** Suggests categories, from choices of which the oldest is the first. */
  readonly suggest: {
    readonly task: { readonly choices: readonly CategoryChoice[]; readonly wanted: readonly Uncategorised[] };
    readonly result: readonly CategorySuggestion[];
  };
}

export type TaskName = keyof Tasks;

export interface SeriesTask {
  readonly payments: readonly Payment[];
  readonly today: string;
}

export interface TryTask {
  readonly trial: Trial<RuleDefinition>;
  readonly transactions: readonly TriedTransaction[];
  readonly untilMs: number;
}

/** The plans refer to rules, also to the saved version of the changed one, by their index in the job. */
export interface CompareTask {
  readonly changed: RuleDefinition;
  /** Whether the saved version is enabled; if not, the change is compared with no rule. */
  readonly isEnabled: boolean;
  readonly sight: Sight;
  readonly plans: readonly ShapingPlan<number>[];
  readonly transactions: readonly (ComparedTransaction & { readonly plan: number })[];
  readonly untilMs: number;
}

/** Transactions, each with the index of its plan. Plans refer to rules by their index in the job. */
export interface ShapeTask {
  readonly plans: readonly ShapingPlan<number>[];
  readonly inputs: readonly { readonly plan: number; readonly input: ShapingInput }[];
}

/** A message to a worker: a task, with changes to the worker's cached rules. */
export interface Job<Name extends TaskName = TaskName> {
  readonly name: Name;
  readonly task: Tasks[Name]['task'];
  /** The ids of the rules that the task runs. */
  readonly rules: readonly number[];
  /** Rules that this worker does not have, or has at another version. */
  readonly newRules: readonly RuleDefinition[];
  /** Rules that this worker drops when the job is done. */
  readonly forget: readonly number[];
}

/** A worker's reply. `failed` means an error of the service itself; failing rules are part of the results. */
export type WorkerReply = { readonly result: unknown } | { readonly failed: string };

/**
 * The current position of a worker, in shared memory that the watching thread reads, because a stuck thread cannot send
 * messages.
 */
export const BEACON = {
  /** A counter that rises with each transaction and with each compiled rule. */
  step: 0,
  /** The index of the running rule in the job, or -1. */
  rule: 1,
} as const;
export const BEACON_LENGTH = 2;
