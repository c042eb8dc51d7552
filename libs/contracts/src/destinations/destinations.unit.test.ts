import { ALL_DESTINATIONS } from './destinations';

it.each(ALL_DESTINATIONS.map((one) => [one.type, one.sample.ids] as const))(
  'the sample of %s has ids that no other destination’s sample has',
  (type, ids) => {
    const others = ALL_DESTINATIONS.filter((one) => one.type !== type);
    const shared = others.filter(({ sample }) => sample.ids.some((id) => ids.includes(id)));
    expect(shared.map((one) => one.type)).toEqual([]);
    expect(new Set(ids).size).toBe(3);
  },
);
