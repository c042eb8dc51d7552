import { dataOf, type TributaryClient } from '@tributary/client';
import { SingleBar } from 'cli-progress';
import { DEMO_HOOK } from './set-up';
import { count } from './verify';
import { SandboxControl } from './sandbox-control';

const LOOK_EVERY_MS = 1000;
const LINE_EVERY_MS = 5000;
const STALLED_AFTER_MS = 180_000;

/** There was no progress for a long time: the demo reports this instead of waiting forever. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

interface Counts {
  readonly read: number;
  readonly transferred: number;
  readonly delivered: number;
}

/** Shows the progress of the first sync, as a bar on a terminal; resolves when all data have arrived. */
export async function followSync(
  rest: TributaryClient,
  control: SandboxControl,
  institution: string,
  out: NodeJS.WriteStream,
): Promise<void> {
  const expected = (await control.summary(institution)).provider_a.transactions;
  const display = out.isTTY ? new BarDisplay(out, expected) : new LineDisplay(out, expected);
  let last = '';
  let movedAt = Date.now();
  try {
    for (;;) {
      const counts = await readCounts(rest, control, institution);
      display.show(counts);
      if (Math.min(counts.read, counts.transferred, counts.delivered) >= expected) return;
      const now = JSON.stringify(counts);
      if (now !== last) movedAt = Date.now();
      last = now;
      if (Date.now() - movedAt > STALLED_AFTER_MS)
        throw new Stalled(`nothing moved for three minutes: ${now}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } finally {
    display.end();
  }
}

async function readCounts(
  rest: TributaryClient,
  control: SandboxControl,
  institution: string,
): Promise<Counts> {
  const [read, summary] = await Promise.all([countTransactions(rest), control.summary(institution)]);
  return {
    read,
    transferred: summary.budgeta.transactions,
    delivered: summary.receiver[DEMO_HOOK]?.transactions_created.distinct ?? 0,
  };
}

/** Returns the number of transactions over REST. */
export async function countTransactions(rest: TributaryClient): Promise<number> {
  const { meta } = await dataOf(
    rest.GET('/finance/transactions', { params: { query: { 'page[size]': 1 } } }),
  );
  return meta.total;
}

class BarDisplay {
  private readonly bar: SingleBar;

  constructor(out: NodeJS.WriteStream, expected: number) {
    this.bar = new SingleBar({
      stream: out,
      format:
        '  syncing {bar} {percentage}%  {read} read · {transferred} transferred · {delivered} delivered',
      hideCursor: true,
    });
    this.bar.start(expected * 3, 0, { read: '0', transferred: '0', delivered: '0' });
  }

  show({ read, transferred, delivered }: Counts): void {
    this.bar.update(read + transferred + delivered, {
      read: count(read),
      transferred: count(transferred),
      delivered: count(delivered),
    });
  }

  end(): void {
    this.bar.stop();
  }
}

class LineDisplay {
  private saidAt = 0;

  constructor(
    private readonly out: NodeJS.WriteStream,
    private readonly expected: number,
  ) {}

  show({ read, transferred, delivered }: Counts): void {
    if (Date.now() - this.saidAt < LINE_EVERY_MS) return;
    this.saidAt = Date.now();
    this.out.write(
      `  syncing: ${count(read)} read, ${count(transferred)} transferred, ${count(delivered)} delivered of ${count(this.expected)}\n`,
    );
  }

  end(): void {
    // Without a terminal there is no bar to end.
  }
}
