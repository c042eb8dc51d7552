import { TransactionShapedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { Leases } from '../../src/sending/leases';
import { DispatcherFixture } from '../dispatcher.fixture';
import { shaped, shapedEvent } from '../samples';

const USER = 700;
const ENDPOINTS = 16;

let fixture: DispatcherFixture;

/** All endpoints share one slot. */
beforeAll(async () => {
  fixture = await DispatcherFixture.start({ endpointsAtOnce: 1 });
}, 60_000);

afterAll(() => fixture.close());

it('a sender that only waits for more leaves its slot to the next endpoint, without a look at the table', async () => {
  for (let index = 0; index < ENDPOINTS; index += 1) await fixture.hook(`slot-${index}`, USER);
  const looks = jest.spyOn(Leases.prototype, 'findWork');
  await fixture.publishAll(TransactionShapedV1, [shapedEvent(USER, [shaped(USER, 1, {})], USER)]);
  await eventually(async () =>
    expect(
      await fixture.rows(`select status, count(*)::integer as count from deliveries group by status`),
    ).toEqual([{ status: 'DELIVERED', count: ENDPOINTS }]),
  );
  // Polls are a second apart and each would give the slot to one endpoint, so there must have been fewer.
  expect(looks.mock.calls.length).toBeLessThan(ENDPOINTS / 2);
});
