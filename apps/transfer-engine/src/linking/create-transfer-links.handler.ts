import { Controller, Inject } from '@nestjs/common';
import {
  CommandPayload,
  CommandResult,
  CreateTransferLinks,
  Problem,
  requireCover,
} from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { authorNow } from '@tributary/service';
import { UPDATE_ALL } from '../transfers/booked-change';
import { newHistory } from './link-history';
import { checkBalances, checkLinkEnds, neededBy } from '../transfer-links/link-checks';
import { Destinations } from '../destinations/destinations';
import { enqueueBalances } from '../balances/balance-writes';
import { linkUpserted, toLinkPayload } from '../transfer-links/transfer-link-upserted';
import { carriesTransactions, TransferLink } from '../transfer-links/transfer-link.entity';

type NewLink = CommandPayload<typeof CreateTransferLinks>['links'][number];

/** Creates links, all or none. The rule engine then shapes the account's history for each. */
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
    const links = await insertLinks(tx, { userId: caller.userId, author }, payload.links);
    await enqueueBalances(tx, links);
    await appendToOutbox(
      tx,
      links.map((link) => linkUpserted(link)),
    );
    return { links: links.map(toLinkPayload) };
  }
}

async function insertLinks(
  tx: Tx,
  made: Pick<TransferLink, 'userId' | 'author'>,
  links: readonly NewLink[],
): Promise<TransferLink[]> {
  const rows = links.map((link) =>
    tx.manager.create(TransferLink, {
      ...link,
      ...made,
      paused: null,
      onBookedChange: { ...UPDATE_ALL, ...link.onBookedChange },
      deleted: false,
      version: 1,
      historyVersion: 1,
      history: null,
      historyShapedAt: null,
      balance: null,
    }),
  );
  for (const link of rows) if (carriesTransactions(link)) link.history = newHistory(new Date());
  await tx.manager.insert(TransferLink, rows);
  return rows;
}
