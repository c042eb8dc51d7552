import type { AttackedSystem } from '../attacked-system';
import { Attacker } from './hostile-kind';
import { Victim } from './measure';

/** Creates two users of one bank: an attacker and a victim. */
export async function tenants(
  system: AttackedSystem,
  name: string,
): Promise<{ readonly attacker: Attacker; readonly victim: Victim }> {
  const [hostile, other] = await Promise.all([system.user(`${name}-hostile`), system.user(`${name}-other`)]);
  const accountIds = await system.connectBank(hostile);
  await system.connectBank(other);
  const [transactionIds, [transactionId = '']] = await Promise.all([
    newest(system, hostile.token),
    newest(system, other.token),
  ]);
  return {
    attacker: { user: hostile, accountIds, transactionIds },
    victim: { user: other, transactionId },
  };
}

async function newest(system: AttackedSystem, token: string): Promise<string[]> {
  const found = await system.data<{ id: string }[]>('GET', '/finance/transactions?page[size]=100', token);
  return found.map(({ id }) => id);
}
