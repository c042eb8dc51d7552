import { Controller } from '@nestjs/common';
import { TransferLinkUpsertedV1 } from '@tributary/contracts';
import type { ReceivedEvent } from '@tributary/messaging';
import { OnEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { detachFromLinks } from '../../rules/attachments/detach-rules';
import { linkStates, saveLinks } from '../../rules/attachments/known-targets.store';
import { lockAccounts } from '../account-lock';
import { enqueueReshapes } from '../reshapes/enqueue-reshapes';
import { publishHistory } from '../reshapes/link-history';
import { decideLink } from './transfer-link-decision';

type LinkUpserted = ReceivedEvent<typeof TransferLinkUpsertedV1>;

/** Stores links, and creates a job for each link that needs the stored transactions. */
@Controller()
export class TransferLinkUpsertedConsumer {
  @OnEvent(TransferLinkUpsertedV1)
  async apply(events: readonly LinkUpserted[], tx: Tx): Promise<void> {
    const latest = latestOf(events);
    await lockAccounts(
      tx,
      latest.map(({ payload }) => payload.document.financial_account_id),
    );
    const known = await linkStates(
      tx,
      latest.map(({ payload }) => payload.id),
    );
    const decided = latest.flatMap(({ payload, trace }) => {
      const decision = decideLink(payload, known.get(payload.id));
      return decision ? [{ ...decision, trace }] : [];
    });
    if (decided.length === 0) return;
    await saveLinks(
      tx,
      decided.map(({ link }) => link),
    );
    await enqueueReshapes(
      tx,
      decided.flatMap(({ link, reshape, trace }) =>
        reshape ? [{ accountId: link.accountId, transferLinkId: link.id, cause: reshape, trace }] : [],
      ),
    );
    await publishHistory(
      tx,
      decided.flatMap(({ link, reshape }) =>
        reshape ? [{ accountId: link.accountId, transferLinkId: link.id }] : [],
      ),
      false,
    );
    await detachFromLinks(
      tx,
      decided.filter(({ link }) => link.deleted).map(({ link }) => link.id),
    );
  }
}

/** Returns the newest event of each link; it replaces the earlier ones. */
function latestOf(events: readonly LinkUpserted[]): LinkUpserted[] {
  const latest = new Map<number, LinkUpserted>();
  for (const one of events) {
    const other = latest.get(one.payload.id);
    if (!other || other.payload.version < one.payload.version) latest.set(one.payload.id, one);
  }
  return [...latest.values()];
}
