import type { AttackedSystem } from './attacked-system';

/** Checks that users and transactions exist, because the attacks would prove nothing without them. */
export function foundations(system: () => AttackedSystem): void {
  it('has users with transactions of a bank', async () => {
    const user = await system().user('foundations');
    const accounts = await system().connectBank(user);
    expect(accounts).toHaveLength(5);
    const { body } = await system().rest('GET', '/finance/transactions?page[size]=1', user.token);
    expect((body['meta'] as { total: number }).total).toBeGreaterThan(100);
  });
}
