import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** In a process of its own, because the scripts of a page block this one. */
const ASK = `
  let answeredAt = Date.now(), longest = 0, ended = false;
  process.on('SIGTERM', () => { ended = true; });
  process.stdin.on('end', () => process.exit()).resume().unref(); // with who asked for it, whatever became of the test
  (async () => {
    while (!ended) {
      const ok = await fetch(process.argv[1], { signal: AbortSignal.timeout(2000) }).then((answer) => answer.ok, () => false);
      longest = Math.max(longest, Date.now() - answeredAt);
      if (ok) answeredAt = Date.now();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    console.log(longest);
  })();`;

/** Asks an address ten times a second. */
export class Reads {
  private readonly child;
  private readonly printed: Buffer[] = [];

  constructor(url: string) {
    this.child = spawn(process.execPath, ['-e', ASK, url], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdout.on('data', (part: Buffer) => this.printed.push(part));
  }

  /** @returns for how long at most none was answered, whether it was refused or waited; 0.1 s lies between two anyway */
  async end(): Promise<number> {
    this.child.kill('SIGTERM');
    await once(this.child, 'close');
    return Number(Buffer.concat(this.printed).toString());
  }
}
