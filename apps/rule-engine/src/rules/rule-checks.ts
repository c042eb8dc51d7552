import { Injectable } from '@nestjs/common';
import { FieldErrors, Problem } from '@tributary/contracts';
import { Sight } from '../evaluation/documents/sight';
import { TryingWorkers } from '../evaluation/workers/pools';
import { RuleEndedError } from '../evaluation/workers/rule-worker';
import { ShareBusyError } from '../evaluation/workers/worker-pool';
import { CheckedRule } from '../evaluation/check-rule';

/** Checks rules in a worker, so that a slow compilation can be terminated. */
@Injectable()
export class RuleChecks {
  constructor(private readonly workers: TryingWorkers) {}

  /** @throws Problem (invalid) with all errors by path, such as `actions.0.value` */
  async validate(userId: number, rule: CheckedRule, sight: Sight): Promise<void> {
    const errors = await this.errorsOf(userId, rule, sight);
    if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
  }

  /** Returns all errors of a rule by their path in the request; empty for a valid one. */
  async errorsOf(userId: number, rule: CheckedRule, sight: Sight): Promise<FieldErrors> {
    const { name, description, scope, conditions, actions } = rule;
    const task = { rule: { name, description, scope, conditions, actions }, sight };
    try {
      return await this.workers.run(`checks of ${userId}`, { name: 'check', task, rules: [] });
    } catch (error) {
      if (error instanceof RuleEndedError) return { rule: [`Compiling the rule ${error.message}.`] };
      throw busyProblem(error);
    }
  }
}

/** Returns the problem for a user who has too many checks or previews running; returns other errors unchanged. */
export function busyProblem(error: unknown): unknown {
  if (!(error instanceof ShareBusyError)) return error;
  return Problem.conflict('Rules of yours are being tried already: wait for their answers, then try again.');
}

/** Returns the problem for a search of history that its thread could not end in time, or has no room for. */
export function searchProblem(error: unknown): unknown {
  if (!(error instanceof RuleEndedError)) return busyProblem(error);
  return Problem.conflict('The search took too long, because many transactions are alike. Try again later.');
}
