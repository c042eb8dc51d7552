import { ConnectBySetupToken } from '@tributary/contracts';
import { traceRequests } from '@tributary/testing';
import { IngestionFixture } from '../../ingestion.fixture';
import { SIMPLEFIN_TEST_CONFIG } from './simplefin.subject';

jest.setTimeout(60_000);

it('the claim and the access of a setup token are in no trace', async () => {
  const traced = await traceRequests();
  const fixture = await IngestionFixture.start({}, { providers: { SIMPLEFIN: SIMPLEFIN_TEST_CONFIG } });
  try {
    const made = await fixture.control('POST', '/simplefin/tokens', { institution: 'BERKA_1' });
    const { setup_token: setupToken } = made as { setup_token: string };
    await fixture.send(ConnectBySetupToken, {
      provider: 'SIMPLEFIN',
      institutionExternalId: 'SIMPLEFIN',
      setupToken,
      reference: null,
      accountConfig: {},
    });
    await fixture.settled();
    const { accesses } = (await fixture.control('GET', '/ledger/simplefin')) as {
      accesses: { id: string }[];
    };
    const secrets = [setupToken, Buffer.from(setupToken, 'base64').toString('utf8'), accesses[0]?.id ?? '?'];
    const text = traced.text();
    expect(text).toContain('simplefin POST claim');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toContain('/claim/');
  } finally {
    await fixture.close();
    await traced.stop();
  }
});
