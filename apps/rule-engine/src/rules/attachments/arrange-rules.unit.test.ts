import { FieldErrors, Problem } from '@tributary/contracts';
import { arrangeRules, WantedPosition } from './arrange-rules';

function errorsOf(work: () => unknown): FieldErrors {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem && error.detail.kind === 'invalid') return error.detail.errors;
  }
  throw new Error('nothing was refused');
}

describe('the position of a rule', () => {
  it.each<[string, number[], WantedPosition, number[]]>([
    ['absent order: last', [1, 2], {}, [1, 2, 9]],
    ['first: the others move down', [1, 2], { order: 1 }, [9, 1, 2]],
    ['in between', [1, 2], { order: 2 }, [1, 9, 2]],
    ['past the end: last', [1, 2], { order: 50 }, [1, 2, 9]],
    ['the only one', [], { order: 3 }, [9]],
    ['attached already, absent order: moves to the end', [9, 1, 2], {}, [1, 2, 9]],
    ['attached already: moves to its position', [9, 1, 2], { order: 2 }, [1, 9, 2]],
    ['a whole list', [1, 2], { orderList: [2, 9, 1] }, [2, 9, 1]],
    ['a whole list for one that is attached', [1, 9, 2], { orderList: [2, 1, 9] }, [2, 1, 9]],
  ])('%s', (_, attached, wanted, expected) => expect(arrangeRules(attached, 9, wanted)).toEqual(expected));

  it.each<[string, WantedPosition, string]>([
    ['both at once', { order: 1, orderList: [1, 2, 9] }, 'order_list'],
    ['an order below 1', { order: 0 }, 'order'],
    ['a list without this rule', { orderList: [1, 2] }, 'order_list'],
    ['an incomplete list', { orderList: [1, 9] }, 'order_list'],
    ['a foreign rule in the list', { orderList: [1, 2, 9, 7] }, 'order_list'],
    ['a foreign rule in place of an attached one', { orderList: [1, 7, 9] }, 'order_list'],
    ['a rule twice', { orderList: [1, 2, 9, 9] }, 'order_list'],
  ])('%s is refused', (_, wanted, field) => {
    expect(Object.keys(errorsOf(() => arrangeRules([1, 2], 9, wanted)))).toEqual([field]);
  });
});
