import { TransactionShapedV1, ownerOf } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { DispatcherFixture } from '../dispatcher.fixture';
import { shaped, shapedEvent } from '../samples';

let fixture: DispatcherFixture;

beforeAll(async () => {
  fixture = await DispatcherFixture.start({ allowedNetworks: [] });
}, 60_000);

afterAll(() => fixture.close());

describe('without an allowed network', () => {
  test('a name at a loopback address is refused at the connection', async () => {
    const url = `${fixture.sandbox.receiverUrl.replace('127.0.0.1', 'localhost')}/hooks/internal`;
    const { endpoint, secret } = await fixture.create({ url }, ownerOf(1));
    await fixture.control('PUT', '/receiver/internal', { secret });
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(1, [shaped(1, 1)])]);
    await eventually(async () => {
      const rows = await fixture.rows(
        `select a.status_code, a.error from delivery_attempts a join deliveries d on d.id = a.delivery_id
          where d.endpoint_id = $1`,
        [endpoint.id],
      );
      expect(rows).toEqual([{ status_code: null, error: 'ADDRESS_REFUSED' }]);
    });
    expect((await fixture.ledger('internal')).summary.deliveries).toBe(0);
  });

  test('so is an address that was allowed when it was stored', async () => {
    const { endpoint, secret } = await fixture.create({ url: 'https://client.example/' }, ownerOf(2));
    await fixture.control('PUT', '/receiver/literal', { secret });
    await fixture.sql.query('update webhook_endpoints set url = $2 where id = $1', [
      endpoint.id,
      `${fixture.sandbox.receiverUrl}/hooks/literal`,
    ]);
    await fixture.publishAll(TransactionShapedV1, [shapedEvent(2, [shaped(2, 1)], 2)]);
    await eventually(async () => {
      const rows = await fixture.rows(
        `select error from delivery_attempts a join deliveries d on d.id = a.delivery_id where endpoint_id = $1`,
        [endpoint.id],
      );
      expect(rows).toEqual([{ error: 'ADDRESS_REFUSED' }]);
    });
    expect((await fixture.ledger('literal')).summary.deliveries).toBe(0);
  });
});
