import { Caller, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { lockOwnAccount } from '../../accounts/chosen-accounts';
import { findSettlement, SettlementRow } from '../settlement/settlements.store';

/** The caller's settlement with its account, locked against syncs. @throws Problem (not_found) */
export async function lockOwnSettlement(
  tx: Tx,
  caller: Caller,
  settlementId: number,
): Promise<{ account: AccountRow; settlement: SettlementRow }> {
  const read = async (): Promise<SettlementRow> => {
    const row = await findSettlement(tx, settlementId);
    if (!row) throw Problem.notFound();
    return row;
  };
  const account = await lockOwnAccount(tx, caller, (await read()).account_id);
  return { account, settlement: await read() };
}
