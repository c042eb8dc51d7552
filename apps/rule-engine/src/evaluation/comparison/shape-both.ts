import { addAll } from '@tributary/contracts';
import { Target } from '../actions';
import { CompiledRule } from '../compiled-rule';
import {
  accountResult,
  accountTarget,
  emptyJournal,
  emptyOutput,
  isCarriedByNoLink,
  linkOutput,
  linkTarget,
  LinkRules,
  RuleJournal,
  runRules,
  shapeForLink,
  Shaping,
  ShapingInput,
  ShapingPlan,
} from '../shape';

/** A value before and after a change. */
export type Both<T> = readonly [before: T, after: T];

/**
 * Shapes a transaction by two plans of the same links; the results equal those of two calls of `shape`. The rules
 * before the first difference run only once. Pure: no I/O.
 */
export function shapeBoth(input: ShapingInput, plans: Both<ShapingPlan>): Both<Shaping> {
  const journals: Both<RuleJournal> = [emptyJournal(), emptyJournal()];
  const lists = mapBoth(plans, ({ accountRules }) => accountRules);
  const targets = runBoth(lists, accountTarget(input), null, journals);
  const isSame = sharedLength(lists) === Math.max(lists[0].length, lists[1].length);
  const before = accountResult(input, targets[0]);
  const results: Both<typeof before> = [before, isSame ? before : accountResult(input, targets[1])];
  const outputs: Both<Shaping['outputs'][number][]> = [[], []];
  plans[0].links.forEach((link, index) => {
    const links: Both<LinkRules> = [link, plans[1].links[index] ?? link];
    const made = isSame
      ? linkBoth({ ...input, document: before.document }, before.hash, links, journals)
      : mapBoth(links, (one, side) => {
          const { document, hash } = results[side];
          return shapeForLink({ ...input, document }, hash, one, journals[side]);
        });
    outputs[0].push(made[0]);
    outputs[1].push(made[1]);
  });
  return mapBoth(results, ({ shaped, hash }, side) => ({
    shaped,
    hash,
    outputs: outputs[side],
    ...journals[side],
  }));
}

/** Returns the link's outputs of both plans, when the account's rules gave the same document in both. */
function linkBoth(input: ShapingInput, hash: string, links: Both<LinkRules>, journals: Both<RuleJournal>) {
  if (isCarriedByNoLink(input.document)) return mapBoth(links, (link) => emptyOutput(hash, link));
  const [link] = links;
  const lists = mapBoth(links, ({ rules }) => rules);
  const targets = runBoth(lists, linkTarget(input, link), link.transferLinkId, journals);
  return mapBoth(targets, (target) => linkOutput(hash, link, target));
}

/** Runs the common beginning of both lists once, then the rest of each list on its own copy of the result. */
function runBoth(
  lists: Both<readonly CompiledRule[]>,
  target: Target,
  transferLinkId: number | null,
  journals: Both<RuleJournal>,
): Both<Target> {
  const shared = sharedLength(lists);
  const first = emptyJournal();
  const goesOn = runRules(lists[0].slice(0, shared), target, transferLinkId, first);
  return mapBoth(lists, (rules, side) => {
    const { effects, triggered, locked } = journals[side];
    addAll(effects, first.effects);
    addAll(triggered, first.triggered);
    addAll(locked, first.locked);
    const own = copyOf(target);
    if (goesOn) runRules(rules.slice(shared), own, transferLinkId, journals[side]);
    return own;
  });
}

function copyOf({ subject, output, suppressed }: Target): Target {
  return { subject: subject.copy(), output: output === null ? null : { ...output }, suppressed };
}

function sharedLength([some, others]: Both<readonly CompiledRule[]>): number {
  const differs = some.findIndex((rule, index) => rule !== others[index]);
  return differs === -1 ? some.length : differs;
}

function mapBoth<From, To>([before, after]: Both<From>, to: (one: From, side: 0 | 1) => To): Both<To> {
  return [to(before, 0), to(after, 1)];
}
