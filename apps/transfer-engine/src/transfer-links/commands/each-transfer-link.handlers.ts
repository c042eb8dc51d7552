import { Controller, Inject } from '@nestjs/common';
import {
  Author,
  Caller,
  CommandResult,
  CreateEachTransferLink,
  DeleteEachTransferLink,
  FieldErrors,
  fieldErrorsByIndex,
  LinkOutcome,
  NewTransferLink,
  Problem,
  Refusal,
  refusalOf,
  requireCover,
  UpdateEachTransferLink,
} from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { authorNow } from '@tributary/service';
import { Destinations } from '../../destinations/destinations';
import { lockOwnLinks } from '../find-link';
import { neededBy } from '../../transfers/carried-data';
import { checkBalances, checkLinkEnds } from '../link-checks';
import { checkCurrencies } from '../link-currencies';
import { toLinkPayload } from '../transfer-link-upserted';
import { TransferLink } from '../transfer-link.entity';
import { endLinks } from '../delete-links';
import { makeLinks } from '../make-links';
import { updateLinks } from '../settings/update-links';

/** Creates, changes and deletes several links in one transaction; a refused one does not affect the others. */
@Controller()
export class EachTransferLinkHandlers {
  constructor(@Inject(Destinations) private readonly destinations: Destinations) {}

  @OnCommand(CreateEachTransferLink)
  async create(
    { caller, payload: { links } }: ReceivedCommand<typeof CreateEachTransferLink>,
    tx: Tx,
  ): Promise<CommandResult<typeof CreateEachTransferLink>> {
    const author = await authorNow(tx, caller);
    const { refusals, destinationCurrencies } = await this.checkedLinks(tx, caller, author, links);
    const good = links.flatMap((link, index) =>
      refusals.has(index)
        ? []
        : [{ ...link, destination_currency: destinationCurrencies.get(index) ?? undefined }],
    );
    const made = (await makeLinks(tx, { user_id: caller.userId, author }, good)).values();
    return answer(
      links.map((_, index) => {
        const refusal = refusals.get(index);
        return refusal ? refused(null, refusal) : done(made.next().value);
      }),
    );
  }

  @OnCommand(UpdateEachTransferLink)
  async update(
    { caller, payload: { changes } }: ReceivedCommand<typeof UpdateEachTransferLink>,
    tx: Tx,
  ): Promise<CommandResult<typeof UpdateEachTransferLink>> {
    const results = await updateLinks(tx, caller, this.destinations, changes);
    return answer(changes.map(({ transfer_link_id: id }, index) => outcomeOf(id, results[index])));
  }

  @OnCommand(DeleteEachTransferLink)
  async delete(
    { caller, payload: { transferLinkIds } }: ReceivedCommand<typeof DeleteEachTransferLink>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteEachTransferLink>> {
    const links = await lockOwnLinks(tx, caller, transferLinkIds);
    await appendToOutbox(tx, await endLinks(tx, [...links.values()]));
    return answer(transferLinkIds.map((id) => outcomeOf(id, links.get(id) ?? Problem.notFound())));
  }

  /** Returns the new links that cannot be created, by index, and the destination currencies of the others. */
  private async checkedLinks(
    tx: Tx,
    caller: Caller,
    author: Author,
    links: readonly NewTransferLink[],
  ): Promise<{
    readonly refusals: ReadonlyMap<number, Refusal>;
    readonly destinationCurrencies: ReadonlyMap<number, string | null>;
  }> {
    const refusals = new Map<number, Refusal>();
    links.forEach((link, index) => {
      try {
        requireCover(author, { ...neededBy(link), accountIds: [] });
      } catch (error) {
        refusals.set(index, refusalOf(error));
      }
    });
    const wanted = links.flatMap((link, index) =>
      refusals.has(index) ? [] : [{ ...link, index, path: `${index}.` }],
    );
    const refuse = (errors: FieldErrors): void => {
      for (const [index, own] of fieldErrorsByIndex(errors))
        refusals.set(index, refusalOf(Problem.invalid(own)));
    };
    refuse({
      ...checkBalances(this.destinations, wanted),
      ...(await checkLinkEnds(tx, caller, wanted)),
    });
    const sound = wanted.filter(({ index }) => !refusals.has(index));
    const currencies = await checkCurrencies(tx, sound);
    refuse(currencies.errors);
    const destinationCurrencies = new Map(
      sound.map(({ index }, at) => [index, currencies.destinationCurrencies[at] ?? null]),
    );
    return { refusals, destinationCurrencies };
  }
}

/** Links in one reply; further ones follow as events. */
const ANSWERED_MAX = 300;

function answer(outcomes: readonly LinkOutcome[]): { results: LinkOutcome[] } {
  return { results: outcomes.map((one, index) => (index < ANSWERED_MAX ? one : { ...one, link: null })) };
}

function outcomeOf(transferLinkId: number, result: TransferLink | Problem | undefined): LinkOutcome {
  return result instanceof Problem ? refused(transferLinkId, refusalOf(result)) : done(result);
}

function done(link: TransferLink | undefined): LinkOutcome {
  if (!link) throw new Error('a link that was not refused is not there');
  return { transferLinkId: link.id, link: toLinkPayload(link), refusal: null };
}

function refused(transferLinkId: number | null, refusal: Refusal): LinkOutcome {
  return { transferLinkId, link: null, refusal };
}
