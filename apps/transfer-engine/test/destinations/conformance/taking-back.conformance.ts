import { RetryTransfers, UndoTransfers } from '@tributary/contracts';
import { Carried, ConformanceBench } from './conformance-bench';

export function describeTakingBack(bench: () => ConformanceBench): void {
  describe('removing rows', () => {
    it('a transaction that the bank removed disappears, and the others stay', async () => {
      const carried = await bench().send(await bench().link(), [{}, {}, {}]);
      await bench().idle();
      await bench().remove(carried.slice(0, 2));
      await bench().idle();
      await bench().expectThere(carried.slice(2));
      await bench().expectStates(carried.slice(0, 2), 'DELETED');
    });

    it('a transaction that was removed before it was sent never arrives', async () => {
      const link = await bench().link();
      const carried = await bench().send(link, [{}]);
      await bench().remove(carried);
      await bench().idle();
      await bench().expectThere([]);
    });

    it('an undone one disappears; retried by hand, it is created again, once', async () => {
      const carried = await bench().send(await bench().link(), [{}, {}]);
      await bench().idle();
      const transferLogIds = await bench().logIds(carried.slice(0, 1));
      const undone = await bench().fixture.send(UndoTransfers, { transferLogIds });
      expect(undone.results).toMatchObject([{ success: true, error: null }]);
      await bench().idle();
      await bench().expectThere(carried.slice(1));
      const twice = await bench().fixture.send(UndoTransfers, { transferLogIds });
      expect(twice.results).toMatchObject([{ success: false, error: 'already_undone' }]);
      await expectRetried(carried.slice(0, 1), transferLogIds);
      await bench().idle();
      await bench().expectThere(carried);
    });

    it('one that the user deleted there is created again when they retry it, once', async () => {
      const carried = await bench().send(await bench().link(), [{}]);
      await bench().idle();
      const [one] = carried;
      if (!one) throw new Error('nothing was sent');
      await bench().peer.deleteRow(await bench().rowOf(one));
      await bench().change(carried, { description: 'Changed since' });
      await bench().idle();
      await bench().expectThere([]);
      await expectRetried(carried, (await bench().logIds(carried)).slice(0, 1));
      await bench().idle();
      await bench().expectThere(carried);
    });

    async function expectRetried(carried: readonly Carried[], transferLogIds: number[]): Promise<void> {
      const { results } = await bench().fixture.send(RetryTransfers, { transferLogIds });
      expect(results).toMatchObject(carried.map(() => ({ success: true, error: null })));
    }
  });
}
