import {
  AccountUpsertedV1,
  Problem,
  ShowReportedTransaction,
  TransactionDocument,
  TransactionShapedV1,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { SCOPES } from '../../../src/identity/permissions/scopes';
import { appToken } from '../../contract/minted-tokens';
import { fake, GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, shapedOf, transactionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let owner: Consumption | null = null;
const asked: unknown[] = [];

const BANKS: TransactionDocument = transactionOf(1, {
  amount: '-12.40',
  mapped_fields: { payee: 'Kahvila Oy', date: '2026-03-02' },
  creditor: { name: 'Kahvila Oy', iban: 'FI2112345600000785' },
  debtor: { name: 'Maija Meikäläinen' },
}).raw;
/** The user made money that went out money that came in, and named somebody else. */
const EDITED = transactionOf(1, {
  ...BANKS,
  amount: '10.00',
  holder: 'debtor',
  creditor: { name: 'Mine' },
  mapped_fields: { payee: 'Mine', date: '2026-03-09' },
  edited_fields: ['amount', 'creditor.name', 'mapped_fields.date', 'mapped_fields.payee'],
});

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('reported@example.com');
  token = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
  await gateway.publish(TransactionShapedV1, 17, shapedOf(userId, 17, [EDITED, transactionOf(2)]));
  owner = await gateway.playOwner(
    fake(ShowReportedTransaction, ({ transactionId }) => {
      asked.push(transactionId);
      if (transactionId !== 1) throw Problem.notFound();
      return { document: BANKS };
    }),
  );
});
afterAll(async () => {
  await owner?.stop();
  await gateway.close();
});

const get = (query: string, by = token, id = 1) => gateway.get(`/finance/transactions/${id}?${query}`, by);

describe('a transaction as reported', () => {
  it('has the bank’s values in the form of any transaction, with its own id, account and times', async () => {
    const shown = (await get('')).body.data as Record<string, unknown>;
    expect(shown).toMatchObject({ amount: '10.00', mapped_fields: { payee: 'Mine' } });
    const { status, body } = await get('as_reported=true');
    expect(status).toBe(200);
    const { trade: _trade, enriched: _enriched, ...document } = BANKS;
    expect(body.data).toEqual({
      ...document,
      booked: 'true',
      id: '1',
      financial_account_id: '17',
      created_at: shown['created_at'],
      updated_at: shown['updated_at'],
    });
  });

  it('has what is included, too', async () => {
    const { body } = await get('as_reported=true&include=enriched,financial_account,changed_at');
    expect(body.data).toMatchObject({ amount: '-12.40', enriched: null, financial_account: { id: '17' } });
    expect(body.data).toHaveProperty('changed_at');
  });

  it('hides the holder by the bank’s sign where the token does not see identifiers', async () => {
    const unseeing = await gateway.token({ userId, scopes: ['transactions:read'] });
    const { body } = await get('as_reported=true', unseeing);
    expect(body.data).toMatchObject({ amount: '-12.40', creditor: { name: 'Kahvila Oy' } });
    expect(JSON.stringify(body.data)).not.toContain('Maija');
    expect(JSON.stringify(body.data)).not.toContain('FI2112345600000785');
    const seeing = await gateway.token({ userId, scopes: ['transactions:read', 'sensitive:read'] });
    expect((await get('as_reported=true', seeing)).body.data).toMatchObject({
      debtor: { name: 'Maija Meikäläinen' },
    });
    const omitted = await get('as_reported=true&omit_sensitive_identifiers=true', seeing);
    expect(JSON.stringify(omitted.body.data)).not.toContain('FI2112345600000785');
  });

  it('is not for apps: they get the shaped one, without a question to anybody', async () => {
    const app = await appToken(gateway, userId, SCOPES);
    asked.length = 0;
    expect((await get('as_reported=true', app)).body.data).toMatchObject({ amount: '10.00' });
    expect(asked).toEqual([]);
  });

  it('is 404 where nobody reported it, and where the account is not granted', async () => {
    expect((await get('as_reported=true', token, 2)).status).toBe(404);
    const restricted = await gateway.token({ userId, accountIds: [18] });
    asked.length = 0;
    expect((await get('as_reported=true', restricted)).status).toBe(404);
    expect(asked).toEqual([]);
  });
});
