import { FieldErrors } from '@tributary/contracts';
import { RuleDefinition } from '../rule-definition';
import { Shaping, ShapingInput, ShapingPlan } from '../shape';
import { Sight } from '../documents/sight';
import { ComparedTransaction } from '../comparison/compare-rule';
import { PreviewMatch, Trial, TriedTransaction } from '../try-rule';
import { CheckedRule } from '../check-rule';

/** What worker threads do, by name. What goes in and what comes out is copied between threads. */
export interface Tasks {
  /** Checks a rule by compiling it. */
  readonly check: {
    readonly asks: { readonly rule: CheckedRule; readonly sight: Sight };
    readonly gives: FieldErrors;
  };
  /** Tries one rule on transactions until `untilMs` have passed; returns fewer results then. */
  readonly try: { readonly asks: TryTask; readonly gives: readonly (readonly PreviewMatch[])[] };
  /** Compares a changed rule with its saved version on transactions, in the order of all rules; fewer results as above. */
  readonly compare: {
    readonly asks: CompareTask;
    readonly gives: readonly (readonly PreviewMatch[])[];
  };
  /** Runs rules over transactions. */
  readonly shape: { readonly asks: ShapeTask; readonly gives: readonly Shaping[] };
}

export type TaskName = keyof Tasks;

export interface TryTask {
  readonly trial: Trial<RuleDefinition>;
  readonly transactions: readonly TriedTransaction[];
  readonly untilMs: number;
}

/** Plans name rules by their place among the job's rules, the saved version of the changed one too. */
export interface CompareTask {
  readonly changed: RuleDefinition;
  /** Whether the saved version runs; else it is compared with nothing. */
  readonly isEnabled: boolean;
  readonly sight: Sight;
  readonly plans: readonly ShapingPlan<number>[];
  readonly transactions: readonly (ComparedTransaction & { readonly plan: number })[];
  readonly untilMs: number;
}

/** Transactions, each with the place of its plan. Plans name rules by their place among the job's rules. */
export interface ShapeTask {
  readonly plans: readonly ShapingPlan<number>[];
  readonly inputs: readonly { readonly plan: number; readonly input: ShapingInput }[];
}

/** A message to a worker: a task, and what it must know for it. */
export interface Job<Name extends TaskName = TaskName> {
  readonly name: Name;
  readonly asks: Tasks[Name]['asks'];
  /** The ids of the rules that the task runs. */
  readonly rules: readonly number[];
  /** Rules that this worker has not, or has at another version. */
  readonly learn: readonly RuleDefinition[];
  /** Rules that this worker is to drop when the job is done. */
  readonly forget: readonly number[];
}

/** A worker's answer. A task that throws failed by our own fault: rules that fail are part of what it gives. */
export type JobAnswer = { readonly gives: unknown } | { readonly failed: string };

/**
 * The current position of a worker, in memory that it shares with the thread that watches it, because a stuck thread
 * cannot send messages.
 */
export const BEACON = {
  /** Rises with each transaction, and with each rule that is compiled. */
  step: 0,
  /** The place of the rule among those of the job, or -1. */
  rule: 1,
} as const;
export const BEACON_LENGTH = 2;
