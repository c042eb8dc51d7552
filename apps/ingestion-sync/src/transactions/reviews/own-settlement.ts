import { Caller, Problem, SettlementStatus } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { lockOwnAccount } from '../../accounts/chosen-accounts';
import { SettlementRow } from '../settlement/write-settlements';

/** The caller's settlement with its account, locked against syncs. @throws Problem (not_found) */
export async function lockOwnSettlement(
  tx: Tx,
  caller: Caller,
  settlementId: number,
): Promise<{ account: AccountRow; settlement: SettlementRow }> {
  const read = async (): Promise<SettlementRow> => {
    const [row] = await tx.query<SettlementRow>('select * from settlements where id = $1', [settlementId]);
    if (!row) throw Problem.notFound();
    return row;
  };
  const account = await lockOwnAccount(tx, caller, (await read()).account_id);
  return { account, settlement: await read() };
}

/** Moves a settlement to another status. */
export function moveSettlement(
  tx: Tx,
  settlement: SettlementRow,
  status: SettlementStatus,
  sides: { pendingId?: number; bookedId?: number } = {},
): Promise<SettlementRow[]> {
  return tx.query<SettlementRow>(
    `update settlements
        set status = $2, pending_transaction_id = $3, booked_transaction_id = $4, version = version + 1,
            updated_at = now()
      where id = $1 returning *`,
    [
      settlement.id,
      status,
      sides.pendingId ?? settlement.pending_transaction_id,
      sides.bookedId ?? settlement.booked_transaction_id,
    ],
  );
}
