import { readsResource } from './changes';

const query = (path: string) => ({ queryKey: ['get', path, {}] });

describe('queries that the stream makes read again', () => {
  it('are those whose path names the resource', () => {
    expect(readsResource('transactions', query('/finance/transactions/{transactionId}'))).toBe(true);
    expect(readsResource('rules', query('/rules/fields'))).toBe(true);
    expect(readsResource('rules', query('/rule-logs'))).toBe(false);
  });

  it('are also those of other names for the resource', () => {
    expect(readsResource('webhook-deliveries', query('/webhooks/{webhookId}/deliveries'))).toBe(true);
    expect(readsResource('balances', query('/finance/accounts'))).toBe(true);
  });

  it('are no queries of other kinds', () => {
    expect(readsResource('rules', { queryKey: ['session'] })).toBe(false);
  });
});
