import { eventually } from '@tributary/testing';
import { readFileSync } from 'node:fs';
import type { AttackedSystem, AttackedUser } from './attacked-system';
import { HostileResponse, HostileSimpleFin } from './hostile-simplefin';

/** The limit of a trivial request; it is long because the machine is shared with other tests. */
const HEALTH_WITHIN_MS = 2000;
const MEMORY_MB_MAX = 300;
const TEXT_CHARS_MAX = 16 * 1024;

/** The account's message for each response that exceeds a limit. */
const SENTENCES: Partial<Record<HostileResponse, string>> = {
  'thirty-one megabytes of numbers': "The server's answer has more than 3,000,000 values.",
  'a quarter of a million transactions':
    "The server's answer has more than 100,000 transactions of the account.",
  'an amount of ten million digits':
    "The server's answer has a text or number of more than 1,048,576 characters.",
  'values within each other without end': "The server's answer has values within each other deeper than 64.",
};

const SYNCED_WITHIN_MS = 120_000;

interface ShownTransaction {
  readonly remittance_information: { readonly unstructured: string };
}

interface ShownAccount {
  readonly health: { readonly transient_message: string | null };
}

/** Section A of docs/explanation/security.md: servers that a user names, and the cost of their responses. */
export function stoppingWithServers(system: () => AttackedSystem): void {
  let server: HostileSimpleFin;
  beforeAll(async () => {
    server = await HostileSimpleFin.start();
  });
  afterAll(() => server?.stop());

  async function connect({ token }: AttackedUser, setupToken: string) {
    const [institution] = await eventually(
      async () => {
        const list = '/finance/institutions?filter[external_id]=SIMPLEFIN';
        const found = await system().data<{ id: string }[]>('GET', list, token);
        expect(found).toHaveLength(1);
        return found;
      },
      { timeoutMs: SYNCED_WITHIN_MS },
    );
    return system().rest('POST', '/finance/connections', token, {
      institution_id: institution?.id,
      setup_token: setupToken,
      config: { enrichment: { enabled: true } },
    });
  }

  /** Connects a new user for each response, so that the listed accounts belong to it. */
  async function connected(kind: HostileResponse): Promise<AttackedUser> {
    const user = await system().user(`hostile-${kind.replaceAll(' ', '-')}`);
    const { status, body } = await connect(user, server.token(kind, 'one'));
    expect([status, body]).toMatchObject([201, { data: { status: 'ACTIVE' } }]);
    return user;
  }

  /** Returns the sum of the processes' peaks of memory. */
  const peakMb = () => [...system().pids().values()].reduce((sum, pid) => sum + peakOf(pid), 0);

  it.each(Object.entries(SENTENCES) as [HostileResponse, string][])(
    'A.3: %s from a user’s own server hold up nobody, and the account says what is too much',
    async (kind, sentence) => {
      const before = peakMb();
      const waited = await system().waitedDuring(async () => {
        const { token } = await connected(kind);
        await eventually(
          async () => {
            const [account] = await system().data<ShownAccount[]>('GET', '/finance/accounts', token);
            expect(account?.health.transient_message).toContain(sentence);
          },
          { timeoutMs: SYNCED_WITHIN_MS },
        );
      });
      expect(waited).toBeLessThan(HEALTH_WITHIN_MS);
      expect(peakMb() - before).toBeLessThan(MEMORY_MB_MAX);
    },
  );

  it('A.3: texts of combining marks are stored short, compared short, and say that they were cut', async () => {
    const waited = await system().waitedDuring(async () => {
      const { token } = await connected('texts of combining marks');
      await eventually(
        async () => {
          const rows = await system().data<ShownTransaction[]>(
            'GET',
            '/finance/transactions?page[size]=5',
            token,
          );
          expect(rows).toHaveLength(5);
          for (const {
            remittance_information: { unstructured },
          } of rows) {
            expect(unstructured.length).toBeLessThanOrEqual(TEXT_CHARS_MAX);
            expect(unstructured).toMatch(/ … \[cut\]$/);
          }
        },
        { timeoutMs: SYNCED_WITHIN_MS },
      );
    });
    expect(waited).toBeLessThan(HEALTH_WITHIN_MS);
  });

  it('A.3: a name that leads to a private address and an unknown name are refused alike', async () => {
    const user = await system().user('hostile-names');
    const refused = await Promise.all(
      ['https://10.0.0.1/claim', 'https://nobody.invalid/claim'].map((url) =>
        connect(user, Buffer.from(url).toString('base64')),
      ),
    );
    const [forPrivate, forUnknown] = refused.map(({ status, body }) => ({ status, errors: body['errors'] }));
    expect(forPrivate?.status).toBe(422);
    expect(forUnknown).toEqual(forPrivate);
  });
}

function peakOf(pid: number): number {
  const [, kb = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}
