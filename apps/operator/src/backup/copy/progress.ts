const EVERY_MS = 5000;

/** Prints the progress every few seconds, on standard error, because standard output may be the backup itself. */
export class Progress {
  private saidAt = Date.now();

  constructor(private readonly out: NodeJS.WritableStream = process.stderr) {}

  show(text: string): void {
    if (Date.now() - this.saidAt < EVERY_MS) return;
    this.saidAt = Date.now();
    this.out.write(`  ${text}\n`);
  }
}
