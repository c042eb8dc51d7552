import { ConformanceBench } from './conformance-bench';
import { ConformanceSubject } from './conformance-subject';

/** Properties that do not depend on how responses are divided into pages. */
export function describePaging(subject: ConformanceSubject, bench: () => ConformanceBench): void {
  const { paging, paths } = subject;
  if (!paging) return;

  describe('pages', () => {
    it.each([1, 3, 1000])('of %d rows are the same rows', async (rows) => {
      const access = await bench().account();
      const usual = await bench().upserts(access);
      await bench().page(paging.pagesOf(rows));
      expect(await bench().upserts(access)).toEqual(usual);
    });

    it('that are empty and name a next one do not end the window', async () => {
      const access = await bench().account();
      const usual = await bench().upserts(access);
      await bench().page(paging.emptyPages);
      expect(await bench().upserts(access)).toEqual(usual);
    });

    it('that name each other in a loop are abandoned, and the window is incomplete', async () => {
      const access = await bench().account();
      await bench().page(paging.sameKeyForEver);
      const result = await bench().readWindow(access, bench().recentWindow());
      if (result.kind !== 'answered') throw new Error(result.kind);
      expect(result.value.coverage.complete).toBe(false);
      const ids = result.value.upserts.map(({ rawJson }) => rawJson);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it.each([
      ['fails', { kind: 'status', status: 500 }],
      ['is cut off', { kind: 'truncate' }],
      ['never comes', { kind: 'drop' }],
    ])('count together: if one in the middle %s, the window is read again', async (_, fault) => {
      const access = await bench().account();
      await bench().page(paging.pagesOf(2));
      const window = bench().recentWindow();
      const whole = await bench().readWindow(access, window);
      await bench().fault({ path: paths.transactions, after: 1, ...fault });
      expect((await bench().readWindow(access, window)).kind).toBe('failed');
      expect(await bench().readWindow(access, window)).toEqual(whole);
    });
  });
}
