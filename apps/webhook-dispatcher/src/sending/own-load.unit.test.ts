import { eventually } from '@tributary/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { OwnLoad } from './delivery-dispatcher';

/** Longer than the shortest measured interval. */
const SOME_MS = 150;

function work(): void {
  const until = performance.now() + SOME_MS;
  while (performance.now() < until) Math.random();
}

test('the process is full while it works without rest, and no more after a rest', async () => {
  const load = new OwnLoad();
  work();
  expect(load.isFull()).toBe(true);
  // A busy machine may prevent the idle time; the next check then succeeds.
  await eventually(() => expect(load.isFull()).toBe(false), { intervalMs: SOME_MS });
});

test('a rest before the work does not hide that the process is full', async () => {
  const load = new OwnLoad();
  await pause(10 * SOME_MS);
  load.measure();
  work();
  expect(load.isFull()).toBe(true);
});
