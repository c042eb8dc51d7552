import { eventually } from '@tributary/testing';
import { ConformanceBench, Sent } from './conformance-bench';
import { ConformanceSubject, Misbehaviour } from './conformance-subject';

const ROWS = 8;

export function describeFailures(subject: ConformanceSubject, bench: () => ConformanceBench): void {
  describe('failures', () => {
    const where = (how: Misbehaviour, promise: string, test: () => Promise<void>) => {
      if (subject.abilities.misbehaves.includes(how)) it(promise, test);
      else it(`(${how} does not happen here, as declared)`, () => expect(how).not.toBe(''));
    };
    const arrives = async () => {
      const carried = await bench().send(await bench().link(), Array<Sent>(ROWS).fill({}));
      await bench().idle();
      await bench().expectThere(carried);
      await bench().expectStates(carried, 'TRANSFERRED');
    };

    where('too-many-requests', 'waits as long as it is asked to, and then sends each once', async () => {
      await bench().misbehave('too-many-requests');
      await arrives();
    });

    where('fail', 'sends each once after a server’s error', async () => {
      await bench().misbehave('fail');
      await arrives();
    });

    where('silence-after-write', 'sends each once where the answer never came', async () => {
      await bench().misbehave('silence-after-write');
      await arrives();
    });

    where('break-after-write', 'sends each once where the connection broke off', async () => {
      await bench().misbehave('break-after-write');
      await arrives();
    });

    where('half-a-batch', 'sends each once where half of them were taken', async () => {
      await bench().misbehave('half-a-batch');
      await arrives();
    });

    where('silence-after-write', 'changes and takes back once where the answer never came', async () => {
      const carried = await bench().send(await bench().link(), [{}, {}]);
      await bench().idle();
      await bench().misbehave('silence-after-write');
      await bench().change(carried.slice(0, 1), { payee: 'Changed', amount: '-88.88' });
      await bench().idle();
      await bench().misbehave('silence-after-write');
      await bench().remove(carried.slice(1));
      await bench().idle();
      await bench().expectThere(carried.slice(0, 1));
    });

    where('end-access', 'goes on with renewed access', async () => {
      expect(subject.abilities.renewsAccess).toBe(true);
      await bench().misbehave('end-access');
      await arrives();
      expect(await health()).toBe('HEALTHY');
    });

    where('refuse-access', 'waits for the user where access is refused, and loses nothing', async () => {
      const link = await bench().link();
      await bench().misbehave('refuse-access');
      const carried = await bench().send(link, Array<Sent>(ROWS).fill({}));
      await eventually(async () => expect(await health()).toBe('FAILING'));
      await bench().expectStates(carried, 'PENDING');
      expect(await bench().rows()).toEqual([]);
      await bench().calm();
      await bench().peer.connect(bench().fixture);
      await bench().idle();
      await bench().expectThere(carried);
      expect(await health()).toBe('HEALTHY');
    });

    async function health(): Promise<string | undefined> {
      const [row] = await bench().fixture.database.query<{ status: string }>(
        `select health ->> 'status' as status from destination_connections where id = $1`,
        [bench().connectionId],
      );
      return row?.status;
    }
  });
}
