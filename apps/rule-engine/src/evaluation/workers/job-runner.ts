import { CategorySuggestion, FieldErrors, SeriesDocument } from '@tributary/contracts';
import { CompiledRule, compileRule } from '../compiled-rule';
import { mapRules, shape, Shaping } from '../shape';
import { compareRule } from '../comparison/compare-rule';
import { PreviewMatch, tryRule } from '../try-rule';
import { ruleErrors } from '../check-rule';
import { detectSeries } from '../series/detect-series';
import { summaryOf } from '../series/series-summary';
import { suggestCategories } from '../suggestions/suggest-categories';
import { BEACON, CompareTask, Job, SeriesTask, ShapeTask, TaskName, Tasks, TryTask } from './tasks';

/** Runs jobs over the rules that it received, and writes its position to the beacon. */
export class JobRunner {
  private readonly known = new Map<number, CompiledRule>();

  constructor(private readonly beacon: Int32Array) {}

  run(job: Job): Tasks[TaskName]['result'] {
    try {
      this.step(-1);
      this.addRules(job);
      return this.do(job);
    } finally {
      for (const id of job.forget) this.known.delete(id);
    }
  }

  private addRules({ rules, newRules }: Job): void {
    const indexes = new Map(rules.map((id, index) => [id, index]));
    for (const rule of newRules) {
      this.step(indexes.get(rule.id) ?? -1);
      this.known.set(rule.id, compileRule(rule));
    }
  }

  private do(job: Job): Tasks[TaskName]['result'] {
    switch (job.name) {
      case 'check':
        return this.check(job as Job<'check'>);
      case 'try':
        return this.try((job as Job<'try'>).task);
      case 'compare':
        return this.compare((job as Job<'compare'>).task, this.watchedRules(job));
      case 'shape':
        return this.shape((job as Job<'shape'>).task, this.watchedRules(job));
      case 'series':
        return this.series((job as Job<'series'>).task);
      case 'suggest':
        return this.suggest(job as Job<'suggest'>);
    }
  }

  /** Each group of payments is a step of its own. */
  private series({ payments, today }: SeriesTask): SeriesDocument[] {
    return detectSeries(payments, () => this.step(-1)).map((one) => summaryOf(one, today));
  }

  private suggest({ task: { choices, wanted } }: Job<'suggest'>): CategorySuggestion[] {
    return suggestCategories(choices, wanted, () => this.step(-1));
  }

  private check({ task: { rule, sight } }: Job<'check'>): FieldErrors {
    return ruleErrors(rule, sight);
  }

  private shape({ plans, inputs }: ShapeTask, rules: readonly CompiledRule[]): Shaping[] {
    const compiled = plans.map((plan) => mapRules(plan, (index) => rules[index] ?? null));
    return inputs.map(({ plan, input }) => {
      this.step(-1);
      return shape(input, compiled[plan] ?? NO_PLAN);
    });
  }

  private try({ trial, transactions, untilMs }: TryTask): PreviewMatch[][] {
    const compiled = { ...trial, rule: compileRule(trial.rule) };
    return this.each(transactions, untilMs, (one) => tryRule(compiled, one));
  }

  private compare(
    { changed, isEnabled, sight, plans, transactions, untilMs }: CompareTask,
    rules: readonly CompiledRule[],
  ): PreviewMatch[][] {
    const compiled = compileRule(changed);
    const without = (rule: CompiledRule) => (rule.id === changed.id && !isEnabled ? null : rule);
    const withChanged = (rule: CompiledRule) => (rule.id === changed.id ? compiled : rule);
    const comparisons = plans.map((plan) => {
      const saved = mapRules(plan, (index) => rules[index] ?? null);
      const sides = { before: mapRules(saved, without), after: mapRules(saved, withChanged) };
      return { ruleId: changed.id, sight, ...sides };
    });
    return this.each(transactions, untilMs, ({ plan, ...one }) => {
      const comparison = comparisons[plan];
      return comparison ? compareRule(comparison, one) : [];
    });
  }

  /** Returns one result for each transaction, until the time is over. */
  private each<One, Result>(
    transactions: readonly One[],
    untilMs: number,
    run: (one: One) => Result,
  ): Result[] {
    const until = performance.now() + untilMs;
    const results: Result[] = [];
    for (const one of transactions) {
      if (performance.now() > until) break;
      this.step(0);
      results.push(run(one));
    }
    return results;
  }

  private watchedRules({ rules }: Job): CompiledRule[] {
    return rules.map((id, index) => this.watched(id, index));
  }

  /** Wraps a rule so that the beacon shows it while it runs. */
  private watched(id: number, index: number): CompiledRule {
    const rule = this.known.get(id);
    if (!rule) throw new Error(`rule ${id} was not sent to this worker`);
    const { beacon } = this;
    return {
      ...rule,
      triggers: (subject) => {
        Atomics.store(beacon, BEACON.rule, index);
        return rule.triggers(subject);
      },
    };
  }

  private step(rule: number): void {
    Atomics.store(this.beacon, BEACON.rule, rule);
    Atomics.add(this.beacon, BEACON.step, 1);
  }
}

const NO_PLAN = { accountRules: [], links: [] };
