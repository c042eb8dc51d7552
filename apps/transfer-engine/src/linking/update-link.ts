import {
  authorAfterEdit,
  Caller,
  CommandPayload,
  covers,
  Problem,
  requireCover,
  UpdateTransferLink,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { authorNow, requireKept } from '@tributary/service';
import { isDeepStrictEqual } from 'node:util';
import { Destinations } from '../destinations/destinations';
import { lockLink } from '../transfer-links/find-link';
import { carriedBy, checkBalances, checkLinkEnds, neededBy } from '../transfer-links/link-checks';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { applySettings, settingsOf } from './apply-settings';
import { changedSettings, LinkSettings, pointsElsewhere } from './link-change';

const BEYOND_AUTHOR =
  'The app or token that made this link may not read what it would carry. Delete the link, and make another one.';

/**
 * Changes what was sent of a link, and what its waiting transfers do.
 * @throws Problem, before anything is written
 */
export async function updateLink(
  tx: Tx,
  caller: Caller,
  destinations: Destinations,
  sent: CommandPayload<typeof UpdateTransferLink>,
): Promise<TransferLink> {
  if (sent.destinationType !== undefined && sent.destinationId === undefined) {
    throw Problem.invalid({
      destination_id: ['The destination_id field is required when destination_type is present.'],
    });
  }
  // A pause ends what is carried; any other change is checked below, by what it makes of the link.
  const link = await lockLink(tx, caller, sent.transferLinkId, 'ends');
  const before = settingsOf(link);
  const after = changedSettings(before, sent);
  if (isDeepStrictEqual(before, after)) return link;
  if (!isDeepStrictEqual({ ...before, active: false }, after)) await takeControl(tx, caller, link, after);
  // A link whose ends do not change can be paused even if one of them was deleted.
  const errors = pointsElsewhere(before, after)
    ? await checkLinkEnds(tx, caller, [{ ...after, linkId: link.id, path: '' }])
    : {};
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
  const without = checkBalances(destinations, [{ ...after, path: '' }]);
  if (Object.keys(without).length > 0) throw Problem.invalid(without);
  await applySettings(tx, link, after);
  return link;
}

/**
 * A caller who resumes or redirects the link must be able to read what it carries, and so must its author: no change
 * widens the data that it was made to carry. An app's change makes it follow the app.
 */
async function takeControl(tx: Tx, caller: Caller, link: TransferLink, after: LinkSettings): Promise<void> {
  requireCover(caller, carriedBy(link));
  const carried = neededBy(after);
  requireCover(caller, carried);
  if (!covers(link.author, carried)) throw Problem.conflict(BEYOND_AUTHOR);
  if (after.active) requireKept(link.paused);
  if (!caller.grant) return;
  const author = await authorNow(tx, caller);
  link.author = { ...authorAfterEdit(link.author, caller), grantId: author.grantId };
}
