import { Injectable } from '@nestjs/common';
import type { Tx } from '@tributary/persistence';
import { LRUCache } from 'lru-cache';
import { CompiledRule, compileRule } from '../evaluation/compiled-rule';
import { RuleDefinition } from '../evaluation/rule-definition';
import { toDefinition } from '../rules/rule-payload';
import { loadRules } from '../rules/rules';

/** A rule as it was at one version. */
export interface RuleReference {
  readonly id: number;
  readonly version: number;
}

/** A part (condition, action, half a kilobyte of value) takes about half a kilobyte compiled: 100 MB in all. */
const PARTS_MAX = 200_000;
const VALUE_CHARS_PER_PART = 500;

/**
 * Rules that were compiled before. Which version is wanted is read with each batch, so that a rule that changed is
 * compiled anew on every instance, whichever one changed it.
 */
@Injectable()
export class CompiledRules {
  private readonly cache = new LRUCache<number, CompiledRule>({ maxSize: PARTS_MAX });

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
      const definition = toDefinition(rule);
      const compiled = compileRule(definition);
      this.cache.set(rule.id, compiled, { size: partsOf(definition) });
      found.set(rule.id, compiled);
    }
    return found;
  }
}

function partsOf({ conditions, actions }: RuleDefinition): number {
  const values = [...conditions, ...actions].map(({ value }) => (value?.length ?? 0) / VALUE_CHARS_PER_PART);
  return values.reduce((sum, parts) => sum + 1 + Math.floor(parts), 1);
}
