import { ConformanceBench } from './conformance-bench';
import { ConformanceSubject } from './conformance-subject';

export function describeTheUser({ abilities }: ConformanceSubject, bench: () => ConformanceBench): void {
  describe('the user’s changes', () => {
    it('a row that the user deleted is not created again', async () => {
      const carried = await bench().send(await bench().link(), [{}, {}]);
      await bench().idle();
      const [deleted, other] = carried;
      if (!deleted || !other) throw new Error('nothing was sent');
      await bench().peer.deleteRow(await bench().rowOf(deleted));
      await bench().change(carried, { description: 'Changed since' });
      await bench().idle();
      await bench().expectThere([other]);
      await bench().expectStates([deleted], 'DELETED');
    });

    it('a payee that the user changed stays when the transaction books', async () => {
      const carried = await bench().send(await bench().link(), [{ booked: false }]);
      await bench().idle();
      const [one] = carried;
      if (!one) throw new Error('nothing was sent');
      await bench().peer.changePayee(await bench().rowOf(one), 'As the user calls it');
      await bench().change(carried, { booked: true, payee: 'As the bank calls it' });
      await bench().idle();
      const [row, ...others] = await bench().rows();
      expect(others).toEqual([]);
      expect(row).toMatchObject({
        payee: 'As the user calls it',
        booked: abilities.showsBooked ? true : null,
      });
    });

    it('a deleted target makes transfers fail with that reason', async () => {
      const link = await bench().link();
      const carried = await bench().send(link, [{}]);
      await bench().idle();
      await bench().peer.removePlace();
      const late = await bench().send(link, [{}]);
      await bench().expectStates(late, 'FAILED');
      const [failed] = await bench().transfers(late);
      expect(failed?.error).toMatch(/there any more|deleted|not found|shared|access|exist/i);
      await bench().expectStates(carried, 'TRANSFERRED');
    });
  });
}
