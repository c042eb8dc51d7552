const EVERY_MS = 5000;

/** Says every few seconds how far a long work is; on standard error, for standard output may be the backup itself. */
export class Progress {
  private saidAt = Date.now();

  constructor(private readonly out: NodeJS.WritableStream = process.stderr) {}

  show(text: string): void {
    if (Date.now() - this.saidAt < EVERY_MS) return;
    this.saidAt = Date.now();
    this.out.write(`  ${text}\n`);
  }
}
