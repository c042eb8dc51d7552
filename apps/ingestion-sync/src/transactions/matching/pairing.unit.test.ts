import { StoredTransaction } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';
import { Pairing } from './pairing';

const COUNT = 3_000;
const rows = Array.from({ length: COUNT }, (_, index) => ({ identityKey: `r${index}` }) as TransactionRow);
const stored = Array.from({ length: COUNT }, (_, id) => ({ id }) as StoredTransaction);

describe('pairing by key', () => {
  it('passes by no stored transaction that is paired: thousands of equal ones cost no more than others', () => {
    const pairing = new Pairing(rows, stored);
    const looked = jest.spyOn(pairing, 'isOpen');
    pairing.pairByKey(
      () => 'same',
      () => 'same',
    );
    expect(pairing.pairs.map((pair) => [pair.row.identityKey, pair.stored.id])).toEqual(
      rows.map(({ identityKey }, index) => [identityKey, index]),
    );
    expect(looked.mock.calls.length).toBeLessThanOrEqual(COUNT);
  });

  it('leaves what is not plausible to the next row', () => {
    const pairing = new Pairing(rows.slice(0, 2), stored.slice(0, 2));
    pairing.pairByKey(
      () => 'same',
      () => 'same',
      (pair) => (pair.row.identityKey === 'r0' ? pair.stored.id === 1 : pair.stored.id === 0),
    );
    expect(pairing.pairs.map((pair) => [pair.row.identityKey, pair.stored.id])).toEqual([
      ['r0', 1],
      ['r1', 0],
    ]);
  });
});
