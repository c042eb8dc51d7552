import { PostingWidth } from './posting-width';

const widthOf = (width: PostingWidth): number => {
  let underWay = 0;
  while (width.allows(underWay)) underWay += 1;
  return underWay;
};

describe('PostingWidth', () => {
  test('grows slowly while answers are fast, and immediately while they are slow; never beyond its limit', () => {
    const width = new PostingWidth(16, () => false);
    expect(widthOf(width)).toBe(4);
    for (let answer = 0; answer < 32; answer += 1) width.responded(2);
    expect(widthOf(width)).toBe(6);
    width.responded(800);
    expect(widthOf(width)).toBe(7);
    for (let answer = 0; answer < 100; answer += 1) width.responded(800);
    expect(widthOf(width)).toBe(16);
  });

  test('grows slowly while the process itself is full, however long answers take', () => {
    let isFull = true;
    const width = new PostingWidth(16, () => isFull);
    for (let answer = 0; answer < 63; answer += 1) width.responded(800);
    expect(widthOf(width)).toBe(4);
    width.responded(800);
    expect(widthOf(width)).toBe(5);
    isFull = false;
    width.responded(800);
    expect(widthOf(width)).toBe(6);
  });

  test('starts below its limit', () => expect(widthOf(new PostingWidth(1, () => false))).toBe(1));
});
