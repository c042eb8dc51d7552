import {
  Author,
  authorAfterEdit,
  Caller,
  CommandPayload,
  covers,
  fieldErrorsByIndex,
  Problem,
  requireCover,
  UpdateTransferLink,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { authorNow, requireKept } from '@tributary/service';
import { isDeepStrictEqual } from 'node:util';
import { Destinations } from '../destinations/destinations';
import { lockLinks } from '../transfer-links/find-link';
import { carriedBy, checkBalances, checkLinkEnds, neededBy } from '../transfer-links/link-checks';
import { checkCurrencies } from '../transfer-links/link-currencies';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { applySettings, ChangedLink, settingsOf } from './apply-settings';
import { changedSettings, LinkSettings, pointsElsewhere } from './link-change';

const BEYOND_AUTHOR =
  'The app or token that made this link may not read what it would carry. Delete the link, and make another one.';

type Sent = CommandPayload<typeof UpdateTransferLink>;

/**
 * Changes what was sent of each link, and what its waiting transfers do. A change that is refused leaves the others
 * alone. @returns the link as it is then, or why it was refused, in the order of the changes
 */
export async function updateLinks(
  tx: Tx,
  caller: Caller,
  destinations: Destinations,
  changes: readonly Sent[],
): Promise<(TransferLink | Problem)[]> {
  const ids = changes.map(({ transferLinkId }) => transferLinkId);
  const links = await lockLinks(tx, caller, ids);
  const author = authorOnce(tx, caller);
  const decided: (ChangedLink | Problem)[] = [];
  for (const [index, sent] of changes.entries()) {
    const namedBefore = ids.indexOf(sent.transferLinkId) < index;
    const link = links.get(sent.transferLinkId);
    decided.push(
      await problemOr(() => decide({ caller, destinations, author }, { sent, link, namedBefore })),
    );
  }
  const checked = await withCheckedCurrencies(tx, await withCheckedEnds(tx, caller, decided), changes);
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
  if (sent.destinationType !== undefined && sent.destinationId === undefined) {
    throw Problem.invalid({
      destination_id: ['The destination_id field is required when destination_type is present.'],
    });
  }
  if (!link) throw Problem.notFound();
  if (namedBefore) throw Problem.invalid({ id: ['The request names this transfer link twice.'] });
  const before = settingsOf(link);
  const after = changedSettings(before, sent);
  if (isDeepStrictEqual(before, after)) return { link, after };
  // A pause ends what is carried; any other change is checked by what it makes of the link.
  if (!isDeepStrictEqual({ ...before, active: false }, after)) await takeControl(deciding, link, after);
  const without = checkBalances(deciding.destinations, [{ ...after, path: '' }]);
  if (Object.keys(without).length > 0) throw Problem.invalid(without);
  return { link, after };
}

/**
 * A caller who resumes or redirects the link must be able to read what it carries, and so must its author: no change
 * widens the data that it was made to carry. An app's change makes it follow the app.
 */
async function takeControl(
  { caller, author }: Deciding,
  link: TransferLink,
  after: LinkSettings,
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

/** A link whose ends do not change can be paused even if one of them was deleted. */
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

/** Of links that move, or whose currencies change. One that moves takes up what counts at its new destination. */
async function withCheckedCurrencies(
  tx: Tx,
  decided: readonly (ChangedLink | Problem)[],
  changes: readonly Sent[],
): Promise<(ChangedLink | Problem)[]> {
  const asked = decided.flatMap((one, index) => {
    if (one instanceof Problem) return [];
    const moves = pointsElsewhere(settingsOf(one.link), one.after);
    const { destinationCurrency, onOtherCurrency } = changes[index] ?? {};
    if (!moves && destinationCurrency === undefined && onOtherCurrency === undefined) return [];
    const known = moves ? destinationCurrency : one.after.destinationCurrency;
    return [{ ...one.after, destinationCurrency: known, linkId: one.link.id, path: `${index}.`, index }];
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
    return { ...one, after: { ...one.after, destinationCurrency } };
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
