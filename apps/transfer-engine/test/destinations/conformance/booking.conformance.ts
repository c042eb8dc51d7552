import { OnBookedChange } from '@tributary/contracts';
import { Carried, ConformanceBench } from './conformance-bench';
import { ConformanceSubject, PeerRow } from './conformance-subject';

const BOOKED = {
  booked: true,
  date: '2026-03-05',
  payee: 'Kahvila Oy',
  description: 'Card purchase, final',
};

/** Every combination of what a link may let through when a pending transaction books. */
const COMBINATIONS: readonly OnBookedChange[] = Array.from({ length: 16 }, (_, bits) => ({
  update_status: (bits & 1) !== 0,
  update_payee: (bits & 2) !== 0,
  update_description: (bits & 4) !== 0,
  update_amount: (bits & 8) !== 0,
}));

export function describeBooking({ abilities }: ConformanceSubject, bench: () => ConformanceBench): void {
  describe('a pending transaction that books', () => {
    const outcomes: { readonly before: Carried['sent']; readonly row: PeerRow | undefined }[] = [];

    beforeAll(async () => {
      await bench().begin();
      const pending: { link: { id: number; accountId: number }; carried: Carried; row: PeerRow }[] = [];
      for (const flags of COMBINATIONS) {
        const link = await bench().link(flags);
        const [carried] = await bench().send(link, [{ booked: false }]);
        if (carried) pending.push({ link, carried, row: NOBODY });
      }
      await bench().idle();
      for (const one of pending) one.row = await bench().rowOf(one.carried);
      const before = pending.map(({ carried }) => carried.sent);
      for (const { carried } of pending) {
        await bench().change([carried], { ...BOOKED, amount: bookedAmount(carried.sent.amount) });
      }
      await bench().idle();
      const after = new Map((await bench().rows()).map((row) => [row.id, row]));
      pending.forEach(({ row }, place) => {
        const sent = before[place];
        if (sent) outcomes.push({ before: sent, row: after.get(row.id) });
      });
    });

    it('stays one row, with the same id', () => {
      expect(outcomes).toHaveLength(COMBINATIONS.length);
      expect(outcomes.filter(({ row }) => row === undefined)).toEqual([]);
    });

    it.each(COMBINATIONS.map((flags, place) => [named(flags), flags, place] as const))(
      'changes there: %s',
      (_name, flags, place) => {
        const { before, row } = outcomes[place] ?? {};
        if (!before || !row) throw new Error('the row is gone');
        const wanted = {
          date: flags.update_status ? BOOKED.date : before.date,
          booked: abilities.showsBooked ? flags.update_status : null,
          payee: flags.update_payee ? BOOKED.payee : before.payee,
          description: flags.update_description ? BOOKED.description : before.description,
        };
        expect(row).toMatchObject(wanted);
        const amount = flags.update_amount ? bookedAmount(before.amount) : before.amount;
        expect(Number(row.amount)).toBe(Number(amount));
      },
    );
  });

  describe('a booked transaction that changes', () => {
    it('changes there in every field, whatever the link says about booking', async () => {
      const link = await bench().link({
        update_status: false,
        update_payee: false,
        update_description: false,
        update_amount: false,
      });
      const carried = await bench().send(link, [{}]);
      await bench().idle();
      await bench().change(carried, {
        payee: 'Renamed by a rule',
        description: 'Rewritten',
        amount: '-77.77',
      });
      await bench().idle();
      await bench().expectThere(carried);
    });
  });
}

const NOBODY: PeerRow = { id: '', date: null, amount: '0', payee: '', description: '', booked: null };

function bookedAmount(pending: string): string {
  return pending.replace('.25', '.75');
}

function named(flags: OnBookedChange): string {
  const through = Object.entries(flags).filter(([, lets]) => lets);
  return through.map(([flag]) => flag.replace('update_', '')).join(', ') || 'nothing';
}
