import {
  Author,
  authorAfterEdit,
  Caller,
  CommandPayload,
  covers,
  fieldErrorsByIndex,
  Problem,
  requireCover,
  TransferLinkSettings,
  UpdateTransferLinks,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { authorNow, requireKept } from '@tributary/service';
import { isDeepStrictEqual } from 'node:util';
import { Destinations } from '../../destinations/destinations';
import { lockOwnLinks } from '../find-link';
import { checkBalances, checkLinkEnds } from '../link-checks';
import { carriedBy, neededBy } from '../../transfers/carried-data';
import { checkCategoryMaps } from '../category-maps';
import { checkCurrencies } from '../link-currencies';
import { TransferLink } from '../transfer-link.entity';
import { applySettings, ChangedLink, settingsOf } from './apply-settings';
import { changedSettings, pointsElsewhere } from './link-change';

const BEYOND_AUTHOR =
  'The app or token that made this link may not read what it would carry. Delete the link, and make another one.';

type Sent = CommandPayload<typeof UpdateTransferLinks>['changes'][number];

/**
 * Changes settings of links and updates their pending transfers. A refused change does not affect the others.
 * @returns the changed link, or the reason for its refusal, in the order of the changes
 */
export async function updateLinks(
  tx: Tx,
  caller: Caller,
  destinations: Destinations,
  changes: readonly Sent[],
): Promise<(TransferLink | Problem)[]> {
  const ids = changes.map(({ transfer_link_id: id }) => id);
  const links = await lockOwnLinks(tx, caller, ids);
  const author = authorOnce(tx, caller);
  const decided: (ChangedLink | Problem)[] = [];
  for (const [index, sent] of changes.entries()) {
    const namedBefore = ids.indexOf(sent.transfer_link_id) < index;
    const link = links.get(sent.transfer_link_id);
    decided.push(
      await problemOr(() => decide({ caller, destinations, author }, { sent, link, namedBefore })),
    );
  }
  const ended = await withCheckedEnds(tx, caller, decided);
  const checked = await withCheckedCurrencies(tx, await withCheckedCategories(tx, ended), changes);
  const changed = checked.filter((one): one is ChangedLink => !(one instanceof Problem));
  await applySettings(
    tx,
    changed.filter(({ link, after }) => !isDeepStrictEqual(settingsOf(link), after)),
  );
  return checked.map((one) => (one instanceof Problem ? one : one.link));
}

interface Deciding {
  readonly caller: Caller;
  readonly destinations: Destinations;
  readonly author: () => Promise<Author>;
}

interface Change {
  readonly sent: Sent;
  readonly link: TransferLink | undefined;
  readonly namedBefore: boolean;
}

/** @throws Problem */
async function decide(deciding: Deciding, { sent, link, namedBefore }: Change): Promise<ChangedLink> {
  if (sent.destination_type !== undefined && sent.destination_id === undefined) {
    throw Problem.invalid({
      destination_id: ['The destination_id field is required when destination_type is present.'],
    });
  }
  if (!link) throw Problem.notFound();
  if (namedBefore) throw Problem.invalid({ id: ['The request names this transfer link twice.'] });
  const before = settingsOf(link);
  const { transfer_link_id: _, ...change } = sent;
  const after = changedSettings(before, change);
  if (isDeepStrictEqual(before, after)) return { link, after };
  // A pure pause only stops sending; any other change is checked by its result.
  if (!isDeepStrictEqual({ ...before, active: false }, after)) await takeControl(deciding, link, after);
  const without = checkBalances(deciding.destinations, [{ ...after, path: '' }]);
  if (Object.keys(without).length > 0) throw Problem.invalid(without);
  return { link, after };
}

/**
 * Checks that a caller who resumes or redirects the link may read the data it carries, and so may its author: no change
 * widens the data that the link was made for. After a change by an app, the link follows the app's grant.
 */
async function takeControl(
  { caller, author }: Deciding,
  link: TransferLink,
  after: TransferLinkSettings,
): Promise<void> {
  requireCover(caller, carriedBy(link));
  const carried = neededBy(after);
  requireCover(caller, carried);
  if (!covers(link.author, carried)) throw Problem.conflict(BEYOND_AUTHOR);
  if (after.active) requireKept(link.paused);
  if (!caller.grant) return;
  const { grantId } = await author();
  link.author = { ...authorAfterEdit(link.author, caller), grantId };
}

/**
 * Checks the ends of links that move. A link whose ends do not change can be paused even if one of them was deleted.
 */
async function withCheckedEnds(
  tx: Tx,
  caller: Caller,
  decided: readonly (ChangedLink | Problem)[],
): Promise<(ChangedLink | Problem)[]> {
  const moved = decided.flatMap((one, index) =>
    one instanceof Problem || !pointsElsewhere(settingsOf(one.link), one.after)
      ? []
      : [{ ...one.after, linkId: one.link.id, path: `${index}.` }],
  );
  if (moved.length === 0) return [...decided];
  const refused = fieldErrorsByIndex(await checkLinkEnds(tx, caller, moved));
  return decided.map((one, index) => {
    const errors = refused.get(index);
    return errors ? Problem.invalid(errors) : one;
  });
}

/** Checks the maps of links that move or whose map changes. */
async function withCheckedCategories(
  tx: Tx,
  decided: readonly (ChangedLink | Problem)[],
): Promise<(ChangedLink | Problem)[]> {
  const asked = decided.flatMap((one, index) => {
    if (one instanceof Problem) return [];
    const before = settingsOf(one.link);
    const isSame = isDeepStrictEqual(before.category_map, one.after.category_map);
    if (isSame && !pointsElsewhere(before, one.after)) return [];
    return [{ ...one.after, mapBefore: before.category_map, path: `${index}.` }];
  });
  if (asked.length === 0) return [...decided];
  const refused = fieldErrorsByIndex(await checkCategoryMaps(tx, asked));
  return decided.map((one, index) => {
    const errors = refused.get(index);
    return errors ? Problem.invalid(errors) : one;
  });
}

/** Checks links that move or whose currencies change. A link that moves gets the currency of its new destination. */
async function withCheckedCurrencies(
  tx: Tx,
  decided: readonly (ChangedLink | Problem)[],
  changes: readonly Sent[],
): Promise<(ChangedLink | Problem)[]> {
  const asked = decided.flatMap((one, index) => {
    if (one instanceof Problem) return [];
    const moves = pointsElsewhere(settingsOf(one.link), one.after);
    const { destination_currency: named, on_other_currency: chosen }: Partial<Sent> = changes[index] ?? {};
    if (!moves && named === undefined && chosen === undefined) return [];
    const known = moves ? named : one.after.destination_currency;
    return [{ ...one.after, destination_currency: known, linkId: one.link.id, path: `${index}.`, index }];
  });
  if (asked.length === 0) return [...decided];
  const { errors, destinationCurrencies } = await checkCurrencies(tx, asked);
  const refused = fieldErrorsByIndex(errors);
  const countsIn = new Map(asked.map(({ index }, at) => [index, destinationCurrencies[at] ?? null]));
  return decided.map((one, index) => {
    const own = refused.get(index);
    if (own) return Problem.invalid(own);
    const destinationCurrency = countsIn.get(index);
    if (one instanceof Problem || destinationCurrency === undefined) return one;
    return { ...one, after: { ...one.after, destination_currency: destinationCurrency } };
  });
}

function authorOnce(tx: Tx, caller: Caller): () => Promise<Author> {
  let author: Promise<Author> | undefined;
  return () => (author ??= authorNow(tx, caller));
}

async function problemOr<T>(attempt: () => Promise<T>): Promise<T | Problem> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
