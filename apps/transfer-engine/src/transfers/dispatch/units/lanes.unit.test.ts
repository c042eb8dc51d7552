import { Lanes, UnitWork } from './lanes';

const work = (unitId: number, destinationType: UnitWork['destinationType'], suspect = false): UnitWork => ({
  unitId,
  destinationType,
  suspect,
});
const hanging = () => new Promise<void>(() => undefined);

it('a kind of destination whose every request hangs leaves the others their slots', () => {
  const lanes = new Lanes(4);
  for (let unitId = 1; lanes.hasSlotFor(work(unitId, 'SHEETS')); unitId += 1) {
    lanes.start(work(unitId, 'SHEETS'), hanging);
  }
  expect(lanes.hasSlotFor(work(99, 'SHEETS'))).toBe(false);
  expect(lanes.hasSlotFor(work(100, 'BUDGETA'))).toBe(true);
});

it('connections that failed recently share a quarter of the slots', () => {
  const lanes = new Lanes(8);
  for (let unitId = 1; lanes.hasSlotFor(work(unitId, 'BUDGETB', true)); unitId += 1) {
    lanes.start(work(unitId, 'BUDGETB', true), hanging);
  }
  expect(lanes.hasSlotFor(work(99, 'BUDGETB', true))).toBe(false);
  for (let unitId = 10; unitId < 16; unitId += 1) {
    expect(lanes.hasSlotFor(work(unitId, 'BUDGETB'))).toBe(true);
    lanes.start(work(unitId, 'BUDGETB'), hanging);
  }
  expect(lanes.hasSlotFor(work(16, 'BUDGETB'))).toBe(false);
});

it('a unit is processed by one dispatcher at a time, and again after that has ended', async () => {
  const lanes = new Lanes(1);
  let end: () => void = () => undefined;
  lanes.start(work(1, 'BUDGETA'), () => new Promise<void>((resolve) => (end = resolve)));
  expect(lanes.hasSlotFor(work(1, 'BUDGETA'))).toBe(false);
  end();
  await lanes.ended();
  expect(lanes.hasSlotFor(work(1, 'BUDGETA'))).toBe(true);
});
