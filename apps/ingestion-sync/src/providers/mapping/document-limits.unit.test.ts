import { boundedJson, boundedText, CUT_MARK, DOCUMENT_LIMITS } from './document-limits';

const { textChars } = DOCUMENT_LIMITS;

describe('a text of a document', () => {
  it('stays as it is up to the limit', () => {
    expect(boundedText('a'.repeat(textChars))).toBe('a'.repeat(textChars));
  });

  it('is cut beyond it, and says so', () => {
    const text = boundedText('a'.repeat(textChars + 1));
    expect(text).toHaveLength(textChars);
    expect(text.endsWith(`a${CUT_MARK}`)).toBe(true);
  });

  it('is never cut within a character', () => {
    for (const before of ['', 'x']) {
      const text = boundedText(before + '😀'.repeat(textChars));
      expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
      expect(text.length).toBeLessThanOrEqual(textChars);
    }
  });
});

describe('JSON text of a document', () => {
  it.each([['"'], ['\\'], ['a']])('is JSON of bounded length beyond the limit, of %s', (letter) => {
    const json = boundedJson(JSON.stringify({ long: letter.repeat(textChars) }));
    expect(json.length).toBeLessThanOrEqual(textChars);
    expect(JSON.parse(json)).toMatch(/^\{"long":.* … \[cut\]$/);
  });
});
