// The unit tests play 200 histories, FULL=1 plays 10,000.
import { KINDS, play } from './play';

const isFull = process.env['FULL'] === '1';
const HISTORIES = Math.ceil((isFull ? 10_000 : 200) / KINDS.length);

jest.setTimeout(isFull ? 1_200_000 : 120_000);

describe('files that overlap, repeat and begin in the middle of a day', () => {
  it.each(KINDS.map((kind) => [kind.name, kind] as const))(
    'with %s: nothing is lost and nothing doubled',
    async (_, kind) => {
      const sums = { lost: 0, doubled: 0, reviews: 0, indistinguishable: 0, needless: 0 };
      const wrong: string[] = [];
      for (let seed = 1; seed <= HISTORIES; seed += 1) {
        const verdict = await play(seed, kind);
        for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += verdict[name];
        const asks = (kind.ids || kind.balances) && !kind.live ? verdict.reviews : verdict.needless;
        if (verdict.lost + verdict.doubled + asks > 0) wrong.push(`seed ${seed}: ${JSON.stringify(verdict)}`);
      }
      const share = sums.indistinguishable === 0 ? 0 : sums.reviews / sums.indistinguishable;
      process.stdout.write(
        `${kind.name}: ${HISTORIES} histories, ${sums.lost} lost, ${sums.doubled} doubled, ${sums.reviews} reviews of ` +
          `${sums.indistinguishable} indistinguishable rows (${share.toFixed(2)})\n`,
      );
      expect(wrong.slice(0, 5)).toEqual([]);
      expect(share).toBeLessThanOrEqual(1);
    },
  );
});
