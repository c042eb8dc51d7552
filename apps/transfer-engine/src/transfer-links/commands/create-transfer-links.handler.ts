import { Controller, Inject } from '@nestjs/common';
import { CommandResult, CreateTransferLinks, Problem, requireCover } from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { authorNow } from '@tributary/service';
import { Destinations } from '../../destinations/destinations';
import { neededBy } from '../../transfers/carried-data';
import { checkBalances, checkLinkEnds } from '../link-checks';
import { checkCurrencies } from '../link-currencies';
import { toLinkPayload } from '../transfer-link-upserted';
import { makeLinks } from '../make-links';

/** Creates links, all or none. */
@Controller()
export class CreateTransferLinksHandler {
  constructor(@Inject(Destinations) private readonly destinations: Destinations) {}

  @OnCommand(CreateTransferLinks)
  async create(
    { caller, payload }: ReceivedCommand<typeof CreateTransferLinks>,
    tx: Tx,
  ): Promise<CommandResult<typeof CreateTransferLinks>> {
    const author = await authorNow(tx, caller);
    for (const link of payload.links) requireCover(author, { ...neededBy(link), accountIds: [] });
    const wanted = payload.links.map((link, index) => ({ ...link, path: `links.${index}.` }));
    const errors = await checkLinkEnds(tx, caller, wanted);
    if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
    const without = checkBalances(this.destinations, wanted);
    if (Object.keys(without).length > 0) throw Problem.invalid(without);
    const currencies = await checkCurrencies(tx, wanted);
    if (Object.keys(currencies.errors).length > 0) throw Problem.invalid(currencies.errors);
    const made = payload.links.map((link, index) => ({
      ...link,
      destination_currency: currencies.destinationCurrencies[index] ?? undefined,
    }));
    const links = await makeLinks(tx, { user_id: caller.userId, author }, made);
    return { links: links.map(toLinkPayload) };
  }
}
