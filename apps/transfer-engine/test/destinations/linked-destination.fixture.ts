import {
  CommandPayload,
  ConnectDestination,
  CreateTransferLinks,
  DestinationCredentials,
} from '@tributary/contracts';
import { ACCOUNT_ID, TransferEngineFixture } from '../transfer-engine.fixture';

type NewLink = CommandPayload<typeof CreateTransferLinks>['links'][number];

/** Connects a destination; gives the ids of what links can point at, by name. */
export async function connectDestination(
  fixture: TransferEngineFixture,
  credentials: DestinationCredentials,
): Promise<{ connectionId: number; targets: ReadonlyMap<string, number> }> {
  const { connectionId, resources } = await fixture.send(ConnectDestination, { name: 'Mine', credentials });
  const targets = new Map<string, number>();
  for (const { kind, id, deleted, document } of resources) {
    if (deleted) continue;
    if (kind === 'SHEET' || kind === 'DATA_SOURCE') targets.set(document.name, id);
  }
  return { connectionId, targets };
}

/** A link of an account that is made for it. */
export async function linkTo(
  fixture: TransferEngineFixture,
  link: Pick<NewLink, 'destination_type' | 'destination_id'> & Partial<NewLink>,
): Promise<number> {
  await fixture.account(link.financial_account_id ?? ACCOUNT_ID);
  const { id } = await fixture.createLink({
    financial_account_id: ACCOUNT_ID,
    transfer_start_date: null,
    active: true,
    sync_mode: 'TRANSACTIONS',
    on_booked_change: {},
    ...link,
  });
  return id;
}
