/**
 * Loaded before a service (`node --require`): shifts the wall clock of the process by `CLOCK_SHIFT_MS`, and SIGUSR2
 * sets it back by an hour, like a person who sets a machine's clock. The monotonic clock (`performance.now()`, timers)
 * continues as on a real machine.
 */
const STEP_BACK_MS = 3_600_000;
const RealDate = Date;
let shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);

const shiftedNow = (): number => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(shiftedNow()).toString(),
  construct: (target, given: unknown[], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, newTarget) as object,
  get: (target, member, receiver) =>
    member === 'now' ? shiftedNow : (Reflect.get(target, member, receiver) as unknown),
});

process.on('SIGUSR2', () => (shiftMs -= STEP_BACK_MS));
