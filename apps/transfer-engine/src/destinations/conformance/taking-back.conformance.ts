import { ConformanceBench } from './conformance-bench';

export function describeTakingBack(bench: () => ConformanceBench): void {
  describe('taking back', () => {
    it('what the bank removed leaves, its neighbours stay', async () => {
      const carried = await bench().send(await bench().link(), [{}, {}, {}]);
      await bench().settled();
      await bench().remove(carried.slice(0, 2));
      await bench().settled();
      await bench().expectThere(carried.slice(2));
      await bench().expectStates(carried.slice(0, 2), 'DELETED');
    });

    it('what was removed before it was sent never gets there', async () => {
      const link = await bench().link();
      const carried = await bench().send(link, [{}]);
      await bench().remove(carried);
      await bench().settled();
      await bench().expectThere([]);
    });
  });
}
