/** Chance that repeats: the same seed draws the same numbers (the sfc32 generator). */
export class Random {
  private a = 0x9e3779b9;
  private b = 0x243f6a88;
  private c: number;
  private counter = 1;

  constructor(seed: number) {
    this.c = seed | 0;
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min);
  }

  /** A whole number, both ends included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return probability > 0 && this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.integer(0, choices.length - 1)];
    if (choice === undefined) throw new Error('there is nothing to pick from');
    return choice;
  }
}
