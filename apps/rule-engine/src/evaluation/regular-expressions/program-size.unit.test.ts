import fc from 'fast-check';
import { RE2JS } from 're2js';
import { programSize } from './program-size';
import { compilePattern, InvalidPatternError, PROGRAM_SIZE_MAX } from './regular-expressions';

/** Random patterns of all syntax that RE2 accepts, nested and repeated. */
const randomPattern = fc.letrec<{ piece: string; pattern: string }>((tie) => ({
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'a',
      '.',
      '\\d',
      '\\pL',
      '\\p{Greek}',
      '\\x{41}',
      '[a-z]',
      '[]a]',
      '[^\\]b]',
      '[[:alpha:]]',
      '\\Qa{9}\\E',
    ),
    tie('pattern').map((inner) => `(${inner})`),
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(?P<n${Math.abs(inner.length)}>${inner})`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?i:${one}|${other})`),
    fc
      .tuple(tie('pattern'), fc.integer({ min: 0, max: 30 }), fc.nat(30))
      .map(([inner, from, more]) => `(?:${inner}){${from},${from + more}}`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{7}', '{3,}'))
      .map(([one, times]) => `(?:${one})${times}`),
  ),
  pattern: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
})).pattern;

describe('the size of a program, estimated from its pattern', () => {
  it('is never much less than the compiled size', () => {
    fc.assert(
      fc.property(randomPattern, (pattern) => {
        const size = programSize(pattern);
        fc.pre(size < 20_000);
        let compiled: number;
        try {
          compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).programSize();
        } catch {
          return; // duplicate names, or repetitions that RE2 itself rejects
        }
        expect(compiled).toBeLessThanOrEqual(2 * size + 10);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['many repetitions', 'a{0,1000}'.repeat(109)],
    ['two repetitions', 'a{0,1000}a{0,1000}$'],
    ['nested repetitions', '(((a{10}){10}){10}){10}'],
    ['repeated captures', `(${'()'.repeat(400)}){1000}`],
    ['repetitions of nothing', '(?:){1000}'.repeat(90)],
    ['classes that hold brackets', '[]]{1000}[^]a]{1000}[a]{1000}'],
    ['quoted text', '(\\Qx\\E{500}){4}'],
  ])('refuses %s before it is compiled', (_what, pattern) => {
    const compile = jest.spyOn(RE2JS, 'compile');
    try {
      expect(() => compilePattern(pattern, { ignoreCase: true })).toThrow(InvalidPatternError);
      expect(compile).not.toHaveBeenCalled();
    } finally {
      compile.mockRestore();
    }
  });

  it.each([
    ['a reference', '^(?:INV|RE)-\\d{4,10}/[A-Z]{2}$'],
    ['the longest text', 'a'.repeat(1000)],
    ['words', '(?:[a-z]{1,20} ?){1,20}'],
    ['brackets', '{{{'],
  ])('allows compiling %s', (_what, pattern) => {
    expect(compilePattern(pattern, { ignoreCase: true }).programSize()).toBeLessThanOrEqual(PROGRAM_SIZE_MAX);
  });
});
