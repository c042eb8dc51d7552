import { ConformanceBench } from './conformance-bench';

/** Invalid rows among valid ones. */
export function describeBadRows(bench: () => ConformanceBench): void {
  describe('a row', () => {
    it.each([
      ['that is text', { kind: 'replace_row', value: '"CZ6508000000192000145399"' }],
      ['that is nothing', { kind: 'replace_row', value: 'null' }],
      ['that is a list', { kind: 'replace_row', value: '[1,2]' }],
      ['that is empty', { kind: 'replace_row', value: '{}' }],
      ['whose amount is a word', { kind: 'bad_amount', value: 'CZ6508000000192000145399' }],
      ['whose amount has a comma', { kind: 'bad_amount', value: '1,234.56' }],
      ['whose amount is not finite', { kind: 'bad_amount', value: 'Infinity' }],
      ['whose amount is empty', { kind: 'bad_amount', value: '' }],
    ])(
      '%s is rejected with a reason that does not repeat it, and the others are stored',
      async (_, fault) => {
        const access = await bench().account();
        const good = (await bench().recent(access)).value;
        await bench().fault({ path: bench().subject.paths.transactions, ...fault });
        const { value: batch } = await bench().recent(access);
        expect(batch.upserts).toEqual(good.upserts.slice(1));
        expect(batch.rejected).toHaveLength(1);
        expect(batch.rejected[0]?.reason).toMatch(/\w{4}/);
        expect(batch.rejected[0]?.reason).not.toContain('192000145399');
        expect(batch.coverage.complete).toBe(false);
      },
    );

    it('keeps each digit of its amount', async () => {
      const access = await bench().account();
      const value = '1234567890123456.123456';
      await bench().fault({ path: bench().subject.paths.transactions, kind: 'bad_amount', value });
      const [first] = (await bench().recent(access)).value.upserts;
      expect(first?.document.amount.replace(/^-/, '')).toBe(value);
    });

    it('that was stored gives the same result when it is mapped again', async () => {
      const access = await bench().account();
      const rows = (await bench().recent(access)).value.upserts;
      expect(rows).not.toEqual([]);
      const accountCurrency = bench().subject.accountCurrency ?? null;
      const read = { accountCurrency, accountCategory: 'BANK' as const };
      for (const row of rows) {
        const { rawJson, booked } = row;
        expect(bench().provider.readStored({ ...read, rawJson, booked })).toEqual(row);
      }
    });

    it('is stored unchanged', async () => {
      const access = await bench().account();
      const rows = (await bench().recent(access)).value.upserts;
      for (const { rawJson } of rows) expect(Object.keys(JSON.parse(rawJson) as object)).not.toEqual([]);
    });
  });
}
