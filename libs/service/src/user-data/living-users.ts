import { Caller, EventContract, Problem } from '@tributary/contracts';
import { Admission, ReceivedEvent } from '@tributary/messaging';
import { erasedAmong } from './erased-users.store';

/**
 * Refuses messages of users who are erased, however late they arrive. The erasure waits for messages that were accepted
 * before.
 */
export const livingUsersOnly: Admission = {
  async events(tx, events) {
    const userIds = new Set(events.flatMap((event) => userOf(event) ?? []));
    if (userIds.size === 0) return events;
    const erased = await erasedAmong(tx, userIds);
    if (erased.size === 0) return events;
    return events.filter((event) => !erased.has(userOf(event) ?? 0));
  },

  async caller(tx, { userId }: Caller) {
    if ((await erasedAmong(tx, [userId])).size > 0) throw Problem.notFound();
  },
};

/** The user of the event; null if it has none, or if it reports that the user was deleted. */
function userOf({ contract, payload }: ReceivedEvent<EventContract>): number | null {
  if (contract.topic === 'user.deleted') return null;
  const { userId } = payload as { readonly userId?: unknown };
  return typeof userId === 'number' ? userId : null;
}
