import { Injectable } from '@nestjs/common';
import type { Tx } from '@tributary/persistence';
import { LRUCache } from 'lru-cache';
import { CompiledRule, compileRule } from '../evaluation/compiled-rule';
import { toDefinition } from '../rules/rule-payload';
import { loadRules } from '../rules/rules';

/** A rule as it was at one version. */
export interface RuleReference {
  readonly id: number;
  readonly version: number;
}

const RULES_MAX = 5_000;

/** Rules that were compiled before; a rule that changed is compiled again when it is next asked for. */
@Injectable()
export class CompiledRules {
  private readonly cache = new LRUCache<number, CompiledRule>({ max: RULES_MAX });

  /** The rules by id, loading in one go those that are not known at this version. */
  async find(tx: Tx, references: Iterable<RuleReference>): Promise<ReadonlyMap<number, CompiledRule>> {
    const found = new Map<number, CompiledRule>();
    const missing = new Set<number>();
    for (const { id, version } of references) {
      const cached = this.cache.get(id);
      if (cached && cached.version >= version) found.set(id, cached);
      else missing.add(id);
    }
    if (missing.size === 0) return found;
    for (const rule of await loadRules(tx, [...missing])) {
      const compiled = compileRule(toDefinition(rule));
      this.cache.set(rule.id, compiled);
      found.set(rule.id, compiled);
    }
    return found;
  }
}
