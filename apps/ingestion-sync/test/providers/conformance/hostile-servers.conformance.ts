import { AccountProvider } from '../../../src/providers/provider.port';
import { ConformanceBench } from './conformance-bench';
import { ConformanceSubject } from './conformance-subject';
import { HostileServer, Hostility } from './hostile-server';

/** For calls that must time out. */
const SHORT_MS = 500;
/** A flood must be cut long before its gigabyte. */
const FLOOD_BYTES_MAX = 200 * 1024 * 1024;

/** Servers that hang, flood, redirect or impersonate: bounded time and memory, and no secret is sent. */
export function describeHostileServers(subject: ConformanceSubject, bench: () => ConformanceBench): void {
  async function facing(
    hostility: Hostility,
    timeoutMs: number,
    use: (provider: AccountProvider, server: HostileServer) => Promise<void>,
    path = subject.paths.transactions,
  ): Promise<void> {
    const server = await HostileServer.start(
      subject.baseUrl(bench().sandbox),
      new RegExp(path, 'u'),
      hostility,
    );
    const provider = subject.connect(server.url, timeoutMs, bench().sandbox);
    try {
      await use(provider, server);
    } finally {
      await provider.close();
      await server.close();
    }
  }

  describe('a server', () => {
    it.each<Hostility['kind']>(['silence', 'drip'])('of %s ends in bounded time', async (kind) => {
      const access = await bench().account();
      await facing({ kind } as Hostility, SHORT_MS, async (provider, server) => {
        const there = bench().at(access, server.url);
        const failure = await bench().failureOf(bench().recent(there, provider), there);
        expect(failure).toEqual({ kind: 'transient', retryAfterMs: null });
        expect(server.refused).toBe(1);
      });
    });

    it('that sends a gigabyte is cut off in bounded memory', async () => {
      const access = await bench().account();
      await facing({ kind: 'flood' }, 20_000, async (provider, server) => {
        const there = bench().at(access, server.url);
        const failure = await bench().failureOf(bench().recent(there, provider), there);
        expect(failure.kind).toBe(subject.tokens ? 'answer_refused' : 'invalid_answer');
        expect(server.floodedBytes).toBeLessThan(FLOOD_BYTES_MAX);
      });
    });

    it.each([301, 302, 307, 308])('that redirects (%d) is not followed', async (status) => {
      const access = await bench().account();
      const other = await HostileServer.start(subject.baseUrl(bench().sandbox), /^/u, { kind: 'silence' });
      try {
        const hostility: Hostility = { kind: 'redirect', status, location: `${other.url}/elsewhere` };
        await facing(hostility, 5000, async (provider, server) => {
          const there = bench().at(access, server.url);
          await bench().failureOf(bench().recent(there, provider), there);
          expect(server.refused).toBe(1);
        });
        expect(other.refused).toBe(0);
      } finally {
        await other.close();
      }
    });

    it('with an untrusted certificate gets no request', async () => {
      const { receiverUrl } = bench().sandbox;
      const access = bench().at(await bench().account(), `${receiverUrl}/`);
      const provider = subject.connect(`${receiverUrl}/`, 5000, bench().sandbox);
      try {
        const failure = await bench().failureOf(bench().recent(access, provider), access);
        expect(failure).toEqual({ kind: 'transient', retryAfterMs: null });
      } finally {
        await provider.close();
      }
    });

    it('that hangs at any other point ends in bounded time, too', async () => {
      const access = await bench().account();
      await facing(
        { kind: 'silence' },
        SHORT_MS,
        async (provider, server) => {
          const there = bench().at(access, server.url);
          // A connector with setup tokens has no server for requests about institutions.
          const ofInstitutions = [
            () => provider.listInstitutions(subject.country),
            () => provider.readInstitution(subject.institution),
          ];
          const calls: (() => Promise<unknown>)[] = [
            ...(subject.tokens ? [] : ofInstitutions),
            () => provider.readConsent(there.consent, null),
            () => provider.readDetails(there),
            () => provider.fetchBalances(there),
          ];
          for (const call of calls) {
            expect((await bench().failureOf(call(), there)).kind).toBe('transient');
          }
        },
        '^',
      );
    });
  });
}
