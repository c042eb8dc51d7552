import { Injectable } from '@nestjs/common';
import { ANNOTATED_MEMBERS, Annotation, groupBy } from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';
import { saveShaped } from '../results/shaped-transactions';
import { findStored } from '../results/shaped-transactions.store';
import { annotatedStored } from '../shaping-decisions';
import { AnnotatedShaper } from './annotated-shaper';
import { endGifts, findAnnotations, Gift, saveAnnotations, saveGifts } from '../results/annotations.store';

/** A transaction of a user that was merged into another one. */
export interface Merge {
  readonly userId: number;
  readonly id: number;
  readonly mergedInto: number;
}

/**
 * Lets annotations follow merges, as edits do: the remaining transaction gets what was chosen on the other one alone,
 * and loses it when the other one is there again. The callers have locked the account.
 */
@Injectable()
export class MergedAnnotations {
  constructor(private readonly shaper: AnnotatedShaper) {}

  /** Gives the remaining transactions what they lack. */
  async give(tx: Tx, merges: readonly Merge[]): Promise<void> {
    for (const [userId, own] of groupBy(merges, (merge) => merge.userId)) {
      const ids = own.flatMap(({ id, mergedInto }) => [id, mergedInto]);
      const annotations = await findAnnotations(tx, userId, ids);
      const changed = new Map<number, Annotation>();
      const gifts = own.flatMap(({ id, mergedInto }): Gift[] => {
        const kept = changed.get(mergedInto) ?? annotations.get(mergedInto) ?? {};
        const other = annotations.get(id) ?? {};
        const given = ANNOTATED_MEMBERS.filter(
          (name) => other[name] !== undefined && kept[name] === undefined,
        );
        if (given.length === 0) return [];
        changed.set(mergedInto, { ...other, ...kept });
        return [{ id, mergedInto, given }];
      });
      if (gifts.length > 0) await saveGifts(tx, userId, gifts);
      await this.save(tx, userId, changed);
    }
  }

  /** Takes from the remaining transactions what they got of those that are there again and did not change since. */
  async takeBack(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
    const gifts = await endGifts(tx, userId, ids);
    const annotations = await findAnnotations(
      tx,
      userId,
      gifts.flatMap(({ id, mergedInto }) => [id, mergedInto]),
    );
    const changed = new Map<number, Annotation>();
    for (const { id, mergedInto, given } of gifts) {
      const own = annotations.get(id) ?? {};
      const kept = { ...(changed.get(mergedInto) ?? annotations.get(mergedInto)) };
      for (const name of given) {
        if (JSON.stringify(kept[name]) === JSON.stringify(own[name])) delete kept[name];
      }
      changed.set(mergedInto, kept);
    }
    await this.save(tx, userId, changed);
  }

  private async save(tx: Tx, userId: number, changed: ReadonlyMap<number, Annotation>): Promise<void> {
    if (changed.size === 0) return;
    await saveAnnotations(tx, userId, changed);
    const stored = await findStored(tx, [...changed.keys()]);
    const shown = [...changed].flatMap(([id, annotation]) => {
      const one = stored.get(id);
      return (one && !one.transaction.removed && annotatedStored(one, annotation)) || [];
    });
    await saveShaped(tx, await this.shaper.shape(tx, shown));
  }
}
