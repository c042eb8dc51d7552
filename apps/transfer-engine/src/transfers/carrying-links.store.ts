import { DestinationType, OnOtherCurrency } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { joinAccounts } from '../accounts/accounts.store';
import { mappedCategories } from '../destinations/connections/resources/categories.store';
import { joinTargets, joinUnits, STATED_CURRENCY } from '../destinations/connections/resources/targets.store';

/** SQL condition: `transfer_links l`, which is not deleted, carries transactions at present. */
export const LINK_CARRIES = `l.active and l.sync_mode <> 'BALANCE'`;

/** A link that carries transactions at present, with its target. */
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
  /** The destination's id of each category that the link maps, by the user's own; null: the link has no map. */
  readonly categories: Readonly<Record<string, string>> | null;
  /** Whether rows at the target can have categories: an account outside of the budget has none. */
  readonly hasCategories: boolean;
}

/** Returns the accounts' links that carry transactions at present, by id. */
export async function findCarryingLinks(
  tx: Tx,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, CarryingLink>> {
  const links = await tx.queryPrepared<CarryingLink>(
    `select l.id, l.financial_account_id as "accountId", l.destination_id as "destinationId",
            d.unit_id as "unitId", l.user_id as "userId", l.transfer_start_date as "startDate",
            l.destination_type as "destinationType", l.on_other_currency as "onOtherCurrency",
            a.currency as "accountCurrency", coalesce(${STATED_CURRENCY}, l.destination_currency) as "destinationCurrency",
            ${mappedCategories('l.category_map', 'd.unit_id')} as categories,
            coalesce((d.document ->> 'on_budget')::boolean, false) as "hasCategories"
       from transfer_links l
       ${joinTargets('l.destination_id')}
       ${joinUnits('d.unit_id')}
       ${joinAccounts('l.financial_account_id')}
      where l.financial_account_id = any($1) and not l.deleted and ${LINK_CARRIES}`,
    [[...new Set(accountIds)]],
  );
  return new Map(links.map((link) => [link.id, link]));
}

/** SQL that joins `l`, the link of this id. */
export const joinLinks = (id: string): string => `join transfer_links l on l.id = ${id}`;
