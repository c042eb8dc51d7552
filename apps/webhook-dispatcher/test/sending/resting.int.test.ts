import { TransactionShapedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { RESTS_AFTER_FAILURES } from '../../src/endpoints/health/endpoint-health';
import { WAITING_DELIVERIES } from '../../src/sending/due-deliveries.store';
import { DispatcherFixture } from '../dispatcher.fixture';
import { shaped, shapedEvent } from '../samples';

const USER = 800;
const EVENTS = 300;

let fixture: DispatcherFixture;

beforeAll(async () => {
  fixture = await DispatcherFixture.start();
}, 60_000);

afterAll(() => fixture.close());

/** Returns the number of deliveries that the service's metric counts as late. */
async function late(): Promise<number> {
  const [deliveries] = await fixture.rows<{ waiting: number }>(WAITING_DELIVERIES.sql);
  return deliveries?.waiting ?? -1;
}

it('an endpoint that fails rests, uses up few attempts, is not our late work, and gets everything when it answers', async () => {
  await fixture.hook('down', USER);
  await fixture.behave('down', { kind: 'status', status: 503 });
  const events = Array.from({ length: EVENTS }, (_, at) =>
    shapedEvent(8000 + at, [shaped(8000 + at, 1)], USER),
  );
  await fixture.publishAll(TransactionShapedV1, events);
  const attempts = async (): Promise<number> => {
    const [row] = await fixture.rows<{ made: number }>(`select count(*)::int as made from delivery_attempts`);
    return row?.made ?? 0;
  };
  await eventually(async () => {
    const [state] = await fixture.rows<{ failures: number; rests: boolean }>(
      `select consecutive_failures as failures, paused_until > '-infinity' as rests from sending_states`,
    );
    expect(state?.failures).toBeGreaterThanOrEqual(RESTS_AFTER_FAILURES);
    expect(state?.rests).toBe(true);
  });
  expect(await attempts()).toBeLessThan(EVENTS / 2);
  expect(await late()).toBe(0);

  await fixture.behave('down', { kind: 'ok' });
  await eventually(async () => {
    await fixture.skipBackoff();
    const rows = await fixture.rows(`select status, count(*)::int as count from deliveries group by status`);
    expect(rows).toEqual([{ status: 'DELIVERED', count: EVENTS }]);
  });
});
