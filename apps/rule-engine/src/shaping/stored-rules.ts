import { Injectable } from '@nestjs/common';
import type { Tx } from '@tributary/persistence';
import { LRUCache } from 'lru-cache';
import { partsOf, RuleDefinition } from '../evaluation/rule-definition';
import { toDefinition } from '../rules/rule-payload';
import { loadRules } from '../rules/rules.store';

/** A rule at one version. */
export interface RuleReference {
  readonly id: number;
  readonly version: number;
}

/**
 * The size of the cache: a part (a condition, an action, half a kilobyte of value) uses at most half a kilobyte: 50 MB.
 */
const PARTS_MAX = 100_000;

/**
 * Caches the definitions of rules. Each batch reads the current versions, so every instance reloads a changed rule,
 * whichever instance changed it.
 */
@Injectable()
export class StoredRules {
  private readonly cache = new LRUCache<number, RuleDefinition>({ maxSize: PARTS_MAX });

  /** Returns the rules by id; one query loads those that are not cached at this version. */
  async find(tx: Tx, references: Iterable<RuleReference>): Promise<ReadonlyMap<number, RuleDefinition>> {
    const found = new Map<number, RuleDefinition>();
    const missing = new Set<number>();
    for (const { id, version } of references) {
      const cached = this.cache.get(id);
      if (cached && cached.version >= version) found.set(id, cached);
      else missing.add(id);
    }
    if (missing.size === 0) return found;
    for (const rule of await loadRules(tx, [...missing])) {
      const definition = toDefinition(rule);
      this.cache.set(rule.id, definition, { size: partsOf(definition) });
      found.set(rule.id, definition);
    }
    return found;
  }
}
