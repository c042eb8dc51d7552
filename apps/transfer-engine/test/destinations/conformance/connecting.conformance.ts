import {
  ConnectDestination,
  DestinationCredentials,
  RefreshDestination,
  ownerOf,
} from '@tributary/contracts';
import { USER } from '../../transfer-engine.fixture';
import { ConformanceBench } from './conformance-bench';
import { ConformanceSubject } from './conformance-subject';

export function describeConnecting({ type }: ConformanceSubject, bench: () => ConformanceBench): void {
  describe('connecting', () => {
    it('lists the writable targets; connecting again keeps every id', async () => {
      expect(bench().targetIds.length).toBeGreaterThan(0);
      const again = await bench().peer.connect(bench().fixture);
      expect(again.connectionId).toBe(bench().connectionId);
      const ids = again.resources.map(({ id }) => id);
      for (const id of bench().targetIds) expect(ids).toContain(id);
    });

    it('reads the writable targets again', async () => {
      const asked = { destinationType: type, connectionId: bench().connectionId };
      const { resources } = await bench().fixture.send(RefreshDestination, asked);
      expect(resources.filter(({ deleted }) => deleted)).toEqual([]);
      const ids = resources.map(({ id }) => id);
      for (const id of bench().targetIds) expect(ids).toContain(id);
    });

    it('with wrong credentials is refused in words without them, and stores nothing', async () => {
      const { wrongCredentials, wrongSecret } = bench().peer;
      const before = await connections(bench());
      const refused = await refusal(bench(), wrongCredentials);
      expect(['invalid', 'conflict']).toContain(refused.detail?.kind);
      expect(JSON.stringify(refused.detail)).not.toContain(wrongSecret);
      expect(await connections(bench())).toEqual(before);
    });

    it('stores credentials encrypted, and never publishes them', async () => {
      const [row] = await bench().fixture.database.query<{ token: string }>(
        'select token from destination_connections where id = $1',
        [bench().connectionId],
      );
      expect(row?.token).toMatch(/^v1\./);
    });

    it('belongs to the user: another user cannot refresh it', async () => {
      const asked = { destinationType: type, connectionId: bench().connectionId };
      const other = ownerOf(USER.userId + 1);
      await expect(bench().fixture.send(RefreshDestination, asked, other)).rejects.toMatchObject({
        detail: { kind: 'not_found' },
      });
    });
  });
}

async function refusal(bench: ConformanceBench, credentials: DestinationCredentials) {
  try {
    await bench.fixture.send(ConnectDestination, { credentials });
  } catch (error) {
    return error as { detail?: { kind: string } };
  }
  throw new Error('wrong credentials were accepted');
}

function connections(bench: ConformanceBench) {
  return bench.fixture.database.query('select id, name from destination_connections order by id');
}
