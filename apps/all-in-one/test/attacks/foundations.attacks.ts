import type { AttackedSystem } from './attacked-system';

/** Without users and transactions the attacks would prove nothing. */
export function foundations(system: () => AttackedSystem): void {
  it('has users with transactions of a bank', async () => {
    const user = await system().user('foundations');
    const accounts = await system().connectBank(user);
    expect(accounts).toHaveLength(5);
    const { body } = await system().rest('GET', '/finance/transactions?page[size]=1', user.token);
    expect((body['meta'] as { total: number }).total).toBeGreaterThan(100);
  });
}
