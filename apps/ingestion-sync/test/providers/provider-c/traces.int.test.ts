import { traceRequests } from '@tributary/testing';
import { BrokerageFixture } from '../../brokerage.fixture';

jest.setTimeout(60_000);

it('the secret of a user, which is in every query, is in no trace', async () => {
  const traced = await traceRequests();
  const brokers = await BrokerageFixture.start();
  try {
    const { connection } = await brokers.connect('MAPLE_STREET');
    await brokers.sync(connection.id);
    const secrets = traced.queries().filter((value) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value));
    expect(secrets.length).toBeGreaterThan(0);
    expect(traced.count()).toBeGreaterThan(10);
    const text = traced.text();
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toContain('userSecret');
  } finally {
    await brokers.close();
    await traced.stop();
  }
});
