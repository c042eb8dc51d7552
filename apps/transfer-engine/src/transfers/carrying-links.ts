import { DestinationType, OnOtherCurrency } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { STATED_CURRENCY } from '../transfer-links/link-currencies';

/** A link that carries transactions at present, with where they go. */
export interface CarryingLink {
  readonly id: number;
  readonly accountId: number;
  readonly destinationId: number;
  readonly unitId: number;
  readonly userId: number;
  readonly startDate: string | null;
  readonly destinationType: DestinationType;
  readonly onOtherCurrency: OnOtherCurrency | null;
  readonly accountCurrency: string | null;
  readonly destinationCurrency: string | null;
}

/** The links of the accounts that carry transactions at present, by id. */
export async function findCarryingLinks(
  tx: Tx,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, CarryingLink>> {
  const links = await tx.queryPrepared<CarryingLink>(
    `select l.id, l.financial_account_id as "accountId", l.destination_id as "destinationId",
            d.unit_id as "unitId", l.user_id as "userId", l.transfer_start_date as "startDate",
            l.destination_type as "destinationType", l.on_other_currency as "onOtherCurrency",
            a.currency as "accountCurrency", coalesce(${STATED_CURRENCY}, l.destination_currency) as "destinationCurrency"
       from transfer_links l
       join destination_targets d on d.id = l.destination_id
       join destination_units u on u.id = d.unit_id
       join accounts a on a.id = l.financial_account_id
      where l.financial_account_id = any($1) and not l.deleted and l.active and l.sync_mode <> 'BALANCE'`,
    [[...new Set(accountIds)]],
  );
  return new Map(links.map((link) => [link.id, link]));
}
