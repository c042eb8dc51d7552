import { Controller } from '@nestjs/common';
import { TransferLinkUpsertedV1 } from '@tributary/contracts';
import type { ReceivedEvent } from '@tributary/messaging';
import { OnEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { detachFromLinks } from '../../rules/attachments/detach-rules';
import { lockAccounts } from '../account-lock';
import { enqueueReshapes } from '../reshapes/enqueue-reshapes';
import { publishHistory } from '../reshapes/link-history';
import { decideLink, KnownTransferLink, LinkDecision } from './transfer-link-decision';

type LinkUpserted = ReceivedEvent<typeof TransferLinkUpsertedV1>;

/** Stores links, and creates a job if a link needs stored history. */
@Controller()
export class TransferLinkUpsertedConsumer {
  @OnEvent(TransferLinkUpsertedV1)
  async apply(events: readonly LinkUpserted[], tx: Tx): Promise<void> {
    const latest = latestOf(events);
    await lockAccounts(
      tx,
      latest.map(({ payload }) => payload.document.financial_account_id),
    );
    const known = await findLinks(
      tx,
      latest.map(({ payload }) => payload.id),
    );
    const decided = latest.flatMap(({ payload, trace }) => {
      const decision = decideLink(payload, known.get(payload.id));
      return decision ? [{ ...decision, trace }] : [];
    });
    if (decided.length === 0) return;
    await saveLinks(tx, decided);
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

/** Of several events about one link the newest says all that matters. */
function latestOf(events: readonly LinkUpserted[]): LinkUpserted[] {
  const latest = new Map<number, LinkUpserted>();
  for (const one of events) {
    const other = latest.get(one.payload.id);
    if (!other || other.payload.version < one.payload.version) latest.set(one.payload.id, one);
  }
  return [...latest.values()];
}

async function findLinks(tx: Tx, ids: readonly number[]): Promise<Map<number, KnownTransferLink>> {
  const rows = await tx.query<KnownTransferLink>(
    `select id, version, carries_transactions as "carriesTransactions", history_version as "historyVersion"
       from transfer_links where id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function saveLinks(tx: Tx, decisions: readonly LinkDecision[]): Promise<void> {
  await tx.execute(
    `insert into transfer_links (id, account_id, user_id, version, deleted, destination_type,
                                 carries_transactions, history_version, author_scopes)
     select id, "accountId", "userId", version, deleted, "destinationType", "carriesTransactions",
            "historyVersion", "authorScopes"
       from json_to_recordset($1::json) as row(
            id bigint, "accountId" bigint, "userId" bigint, version integer, deleted boolean,
            "destinationType" text, "carriesTransactions" boolean, "historyVersion" integer, "authorScopes" jsonb)
      order by id
     on conflict (id) do update set
       account_id = excluded.account_id, user_id = excluded.user_id, version = excluded.version,
       deleted = excluded.deleted, destination_type = excluded.destination_type,
       carries_transactions = excluded.carries_transactions, history_version = excluded.history_version,
       author_scopes = excluded.author_scopes
     where excluded.version > transfer_links.version`,
    [JSON.stringify(decisions.map(({ link }) => link))],
  );
}
