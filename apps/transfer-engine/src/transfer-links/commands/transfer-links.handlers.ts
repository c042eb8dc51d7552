import { Controller, Inject } from '@nestjs/common';
import {
  Author,
  Caller,
  CommandPayload,
  CommandResult,
  CreateTransferLinks,
  decidedOr,
  DeleteTransferLinks,
  FieldErrors,
  fieldErrorsByIndex,
  LinkOutcome,
  ListMode,
  NewTransferLink,
  Problem,
  refusalOf,
  requireAll,
  requireCover,
  UpdateTransferLinks,
} from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { authorNow } from '@tributary/service';
import { Destinations } from '../../destinations/destinations';
import { neededBy } from '../../transfers/carried-data';
import { endLinks } from '../delete-links';
import { lockOwnLinks } from '../find-link';
import { checkBalances, checkLinkEnds } from '../link-checks';
import { checkCategoryMaps } from '../category-maps';
import { checkCurrencies } from '../link-currencies';
import { makeLinks } from '../make-links';
import { updateLinks } from '../settings/update-links';
import { toLinkPayload } from '../transfer-link-upserted';
import { TransferLink } from '../transfer-link.entity';

/** Creates, changes and deletes links in one transaction: all or none, or each by itself. */
@Controller()
export class TransferLinksHandlers {
  constructor(@Inject(Destinations) private readonly destinations: Destinations) {}

  @OnCommand(CreateTransferLinks)
  async create(
    { caller, payload }: ReceivedCommand<typeof CreateTransferLinks>,
    tx: Tx,
  ): Promise<CommandResult<typeof CreateTransferLinks>> {
    const author = await authorNow(tx, caller);
    const decided = await this.decide(tx, caller, author, payload);
    if (payload.mode === 'all_or_none') requireAll(decided, 'links');
    const sound = decided.filter((one): one is NewTransferLink => !(one instanceof Problem));
    const made = (await makeLinks(tx, { user_id: caller.userId, author }, sound)).values();
    const outcomes = decided.map((one) => (one instanceof Problem ? one : made.next().value));
    return { results: resultsOf(outcomes, payload.mode) };
  }

  @OnCommand(UpdateTransferLinks)
  async update(
    { caller, payload: { changes, mode } }: ReceivedCommand<typeof UpdateTransferLinks>,
    tx: Tx,
  ): Promise<CommandResult<typeof UpdateTransferLinks>> {
    const outcomes = await updateLinks(tx, caller, this.destinations, changes);
    if (mode === 'all_or_none') requireAll(outcomes, 'changes');
    const ids = changes.map(({ transfer_link_id: id }) => id);
    return { results: resultsOf(outcomes, mode, ids) };
  }

  @OnCommand(DeleteTransferLinks)
  async delete(
    { caller, payload: { transfer_link_ids: ids, mode } }: ReceivedCommand<typeof DeleteTransferLinks>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteTransferLinks>> {
    const links = await lockOwnLinks(tx, caller, ids);
    const outcomes = ids.map((id) => links.get(id) ?? Problem.notFound());
    if (mode === 'all_or_none') requireAll(outcomes, 'transfer_link_ids');
    await appendToOutbox(tx, await endLinks(tx, [...links.values()]));
    return { results: resultsOf(outcomes, mode, ids) };
  }

  /** The new links with their destinations' currencies, or why they are refused. */
  private async decide(
    tx: Tx,
    caller: Caller,
    author: Author,
    { links, mode }: CommandPayload<typeof CreateTransferLinks>,
  ): Promise<(NewTransferLink | Problem)[]> {
    const problems = new Map<number, Problem>();
    const refuse = (errors: FieldErrors): void => {
      for (const [index, own] of fieldErrorsByIndex(errors)) problems.set(index, Problem.invalid(own));
    };
    links.forEach((link, index) => {
      const covered = decidedOr(() => requireCover(author, { ...neededBy(link), accountIds: [] }));
      if (covered instanceof Problem) problems.set(index, covered);
    });
    const sound = () =>
      links.flatMap((link, index) => (problems.has(index) ? [] : [{ ...link, index, path: `${index}.` }]));
    const covered = sound();
    const ends = await checkLinkEnds(tx, caller, covered);
    if (mode === 'all_or_none') refuse(ends); // then balances are not checked
    refuse({ ...checkBalances(this.destinations, sound()), ...(mode === 'each' ? ends : {}) });
    refuse(await checkCategoryMaps(tx, sound()));
    const checked = sound();
    const { errors, destinationCurrencies } = await checkCurrencies(tx, checked);
    refuse(errors);
    const currencies = new Map(checked.map(({ index }, at) => [index, destinationCurrencies[at]]));
    return links.map(
      (link, index) =>
        problems.get(index) ?? { ...link, destination_currency: currencies.get(index) ?? undefined },
    );
  }
}

/** Links in one reply of `each`; further ones follow as events. */
const ANSWERED_MAX = 300;

/** @param ids of links that existed before */
function resultsOf(
  outcomes: readonly (TransferLink | Problem | undefined)[],
  mode: ListMode,
  ids: readonly number[] = [],
): LinkOutcome[] {
  return outcomes.map((one, index) => {
    if (!one) throw new Error('a link that was not refused is not there');
    if (one instanceof Problem) {
      return { transferLinkId: ids[index] ?? null, link: null, refusal: refusalOf(one) };
    }
    const isShown = mode === 'all_or_none' || index < ANSWERED_MAX;
    return { transferLinkId: one.id, link: isShown ? toLinkPayload(one) : null, refusal: null };
  });
}
