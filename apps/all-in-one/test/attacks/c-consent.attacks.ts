import { eventually } from '@tributary/testing';
import type { ConsentingCompany } from '../../src/demo/sandbox-control';
import type { AttackedSystem, AttackedUser } from './attacked-system';
import { consentOfManagedUsers } from './managed-consent';

const PROVIDERS = [
  { provider: 'PROVIDER_A', institution: 'BERKA', company: 'provider-a' },
  { provider: 'PROVIDER_B', institution: 'CZ:BERKA_1', company: 'provider-b' },
  { provider: 'PROVIDER_C', institution: 'MAPLE_STREET', company: 'provider-c' },
] as const;

interface Connection {
  readonly status: string;
  readonly status_message: string | null;
}

/** Section C of docs/explanation/security.md: consent that another person began. */
export function consentOfOthers(system: () => AttackedSystem): void {
  let attacker: AttackedUser;
  let victim: AttackedUser;
  let users = 0;
  beforeEach(async () => {
    users += 1;
    attacker = await system().user(`consent-attacker-${users}`);
    victim = await system().user(`consent-victim-${users}`);
  });

  const connection = (id: string) =>
    system().data<Connection>('GET', `/finance/connections/${id}`, attacker.token);
  const activate = (id: string) =>
    system().rest('POST', `/finance/connections/${id}/activate`, attacker.token);
  const accountsOf = ({ token }: AttackedUser) => system().data<unknown[]>('GET', '/finance/accounts', token);
  const consents = async (company: ConsentingCompany) => (await system().control.consents())[company];

  /** Returns the accounts of a connection, as their owner sees them. */
  const coveredBy = (id: string) =>
    system().sql<{ id: string }>(
      'select id from ingestion_sync.financial_accounts where connection_id = $1 order by id',
      [id],
    );

  /** Waits until no consent of the victim is left at the company. */
  async function givenBack(company: ConsentingCompany, before: readonly string[]): Promise<void> {
    await eventually(async () => expect(await consents(company)).toEqual(before), { timeoutMs: 20_000 });
  }

  describe.each(PROVIDERS)('$provider', ({ provider, institution, company }) => {
    it('opening a link that was sent to another user says so and ends the setup', async () => {
      const { id, authUrl } = await system().beginConnection(attacker.token, institution);
      expect(new URL(authUrl).origin).toBe(system().url);
      const browser = await system().browserOf(victim);
      const page = await browser.get(authUrl);
      expect([page.status, page.html]).toEqual([403, expect.stringContaining('Somebody else began this')]);
      expect((await (await system().browserOf(attacker)).get(authUrl)).status).toBe(410);
      expect((await activate(id)).status).toBe(409);
      expect(await accountsOf(attacker)).toEqual([]);
    });

    it('a consent that the attacker’s browser confirmed and another browser gave is ended at the provider', async () => {
      const before = await consents(company);
      const { id, authUrl } = await system().beginConnection(attacker.token, institution);
      const bankLink = await (await system().browserOf(attacker)).confirm(authUrl);
      const { status, html, at } = await (await system().browserOf(victim)).browse(bankLink);
      expect([status, html]).toEqual([403, expect.stringContaining('Nothing was connected')]);
      expect((await activate(id)).status).toBe(409);
      const replayed = await (await system().browserOf(attacker)).browse(at.href);
      expect(replayed.status).toBe(403);
      expect(await connection(id)).toMatchObject({
        status: 'PENDING',
        status_message: expect.stringContaining('given back') as string,
      });
      expect(await accountsOf(attacker)).toEqual([]);
      await givenBack(company, before);
    });

    it('a consent whose browser never comes back cannot be activated', async () => {
      const { id, authUrl } = await system().beginConnection(attacker.token, institution);
      const bankLink = await (await system().browserOf(attacker)).confirm(authUrl);
      await fetch(bankLink, { redirect: 'manual' });
      const { status, body } = await activate(id);
      expect([status, body['message']]).toEqual([409, expect.stringContaining('has not come back')]);
      expect(await accountsOf(attacker)).toEqual([]);
    });

    it('a forged return is undone when the browser that consented comes back', async () => {
      const before = await consents(company);
      const { id, authUrl } = await system().beginConnection(attacker.token, institution);
      const browser = await system().browserOf(attacker);
      const bankLink = await browser.confirm(authUrl);
      const { headers } = await fetch(bankLink, { redirect: 'manual' });
      const back = headers.get('location') ?? '';
      const madeUp = provider === 'PROVIDER_B' ? withoutCode(back) : back; // only the victim's browser has the code
      await browser.browse(madeUp);
      await (await system().browserOf(victim)).browse(back);
      expect(['EXPIRED', 'PENDING']).toContain((await connection(id)).status);
      await eventually(async () => expect(await accountsOf(attacker)).toEqual([]), { timeoutMs: 20_000 });
      await givenBack(company, before);
    });

    it('a renewal that another user consents to is ended at the provider', async () => {
      const { id, authUrl } = await system().beginConnection(attacker.token, institution);
      const browser = await system().browserOf(attacker);
      await browser.consent(authUrl);
      const accounts = await coveredBy(id);
      await system().sql(`update ingestion_sync.connections set status = 'EXPIRED' where id = $1`, [id]);
      const before = await consents(company);
      const { auth_url: renewal } = await system().data<{ auth_url: string }>(
        'POST',
        `/finance/connections/${id}/reauthorize`,
        attacker.token,
        { redirect_url: 'https://client.example/done' },
      );
      const bankLink = await browser.confirm(renewal);
      const { status } = await (await system().browserOf(victim)).browse(bankLink);
      expect(status).toBe(403);
      expect((await activate(id)).status).toBe(409);
      expect((await connection(id)).status).toBe('EXPIRED');
      expect(accounts).not.toEqual([]);
      expect(await coveredBy(id)).toEqual(accounts);
      // At PROVIDER_C the victim signed in to the existing consent, so all of it ends.
      const left = provider === 'PROVIDER_C' ? before.slice(0, -1) : before;
      await givenBack(company, left);
    });
  });

  it('BUDGETA: access that another user granted is not used', async () => {
    const before = await consents('budgeta');
    const connections = '/destinations/budgeta/connections';
    const { auth_url: authUrl } = await system().data<{ auth_url: string }>(
      'POST',
      connections,
      attacker.token,
      {
        redirect_url: 'https://client.example/done',
      },
    );
    const browser = await system().browserOf(attacker);
    const link = await browser.confirm(authUrl);
    const { status, at } = await (await system().browserOf(victim)).browse(`${link}&login=victim`);
    expect(status).toBe(403);
    expect((await browser.browse(at.href)).status).toBe(403);
    expect(await system().data('GET', connections, attacker.token)).toEqual([]);
    expect(await consents('budgeta')).toEqual(before);
  });

  it('BUDGETA: a renewal that another user grants does not change the access', async () => {
    const connections = '/destinations/budgeta/connections';
    const route = { redirect_url: 'https://client.example/done' };
    const { auth_url: first } = await system().data<{ auth_url: string }>(
      'POST',
      connections,
      attacker.token,
      route,
    );
    const browser = await system().browserOf(attacker);
    const id = (await browser.consent(first)).searchParams.get('connection_id') ?? '';
    const before = await consents('budgeta');
    const again = await system().data<{ auth_url: string }>(
      'POST',
      `${connections}/${id}/authorize`,
      attacker.token,
      route,
    );
    const link = await browser.confirm(again.auth_url);
    expect((await (await system().browserOf(victim)).browse(`${link}&login=victim`)).status).toBe(403);
    expect(await consents('budgeta')).toEqual(before);
    expect((await system().rest('POST', `${connections}/${id}/refresh`, attacker.token)).status).toBe(200);
  });

  consentOfManagedUsers(system);
}

function withoutCode(back: string): string {
  const url = new URL(back);
  url.searchParams.delete('code');
  return url.href;
}
