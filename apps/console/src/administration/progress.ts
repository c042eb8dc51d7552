/** The share of `3 of 10`, in percent. */
export function progressOf(progress: string | null): number {
  const [, done = '0', total = '0'] = /^(\d+) of (\d+)/.exec(progress ?? '') ?? [];
  return shareOf(Number(done), Number(total));
}

/** Returns the share of `total` that is done, in percent; 0 if `total` is 0. */
export function shareOf(done: number, total: number): number {
  return total <= 0 ? 0 : Math.min(100, (done / total) * 100);
}
