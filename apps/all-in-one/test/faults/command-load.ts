import { pause } from './pause';

/** The result of one request. */
export interface LoadResponse {
  readonly what: string;
  /** The HTTP status, or the reason why there was no response. */
  readonly outcome: number | string;
  readonly ms: number;
}

/** The resources that the load changes. */
export interface LoadTargets {
  readonly accountId: string;
  readonly linkId: string;
  readonly webhookId: string;
}

const PAUSE_MS = 30;
const HUNG_AFTER_MS = 30_000;

interface Change {
  readonly what: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: (name: string) => unknown;
}

/**
 * Sends commands to every owner, each from its own client that waits for the response before the next one, and
 * simultaneous reads.
 */
export class CommandLoad {
  readonly answers: LoadResponse[] = [];
  private readonly names = new Map<string, string[]>();
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();
  private readonly changes: readonly Change[];

  constructor(
    private readonly url: string,
    private readonly token: string,
    { accountId, linkId, webhookId }: LoadTargets,
  ) {
    this.changes = [
      {
        what: 'rename an account',
        method: 'PUT',
        path: `/finance/accounts/${accountId}`,
        body: (name) => ({ custom_name: name }),
      },
      { what: 'make a rule', method: 'POST', path: '/rules', body: (name) => ruleThatNeverApplies(name) },
      {
        what: 'change a link',
        method: 'PUT',
        path: `/transfer-links/${linkId}`,
        body: () => ({ transfer_start_date: null }),
      },
      {
        what: 'describe a webhook',
        method: 'PUT',
        path: `/webhooks/${webhookId}`,
        body: (name) => ({ description: name }),
      },
    ];
  }

  start(): void {
    this.running = Promise.all([
      ...this.changes.map((change) => this.change(change)),
      this.read('/finance/transactions?page[size]=25'),
      this.read('/finance/accounts?page[size]=25'),
    ]);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** Returns the acknowledged names, in order, by resource. */
  acknowledged(what: string): readonly string[] {
    return this.names.get(what) ?? [];
  }

  failed(): LoadResponse[] {
    return this.answers.filter(({ outcome }) => typeof outcome === 'string' || outcome >= 300);
  }

  count(what: string): number {
    return this.answers.filter((answer) => answer.what === what).length;
  }

  /** Returns the slowest command and the slowest read, in milliseconds. */
  slowest(): { readonly commandMs: number; readonly readMs: number } {
    const of = (isRead: boolean): number =>
      Math.max(0, ...this.answers.filter(({ what }) => (what === 'read') === isRead).map(({ ms }) => ms));
    return { commandMs: of(false), readMs: of(true) };
  }

  private async change({ what, method, path, body }: Change): Promise<void> {
    for (let nth = 1; !this.isOver; nth += 1) {
      const name = `load ${nth}`;
      const outcome = await this.send(what, path, { method, body: JSON.stringify(body(name)) });
      if (typeof outcome === 'number' && outcome < 300)
        this.names.set(what, [...this.acknowledged(what), name]);
      await pause(PAUSE_MS);
    }
  }

  private async read(path: string): Promise<void> {
    while (!this.isOver) {
      await this.send('read', path, {});
      await pause(PAUSE_MS);
    }
  }

  private async send(
    what: string,
    path: string,
    request: { readonly method?: string; readonly body?: string },
  ): Promise<LoadResponse['outcome']> {
    const began = performance.now();
    const outcome = await this.outcomeOf(path, request);
    this.answers.push({ what, outcome, ms: Math.round(performance.now() - began) });
    return outcome;
  }

  private async outcomeOf(path: string, request: RequestInit): Promise<LoadResponse['outcome']> {
    try {
      const response = await fetch(`${this.url}/api/v1${path}`, {
        ...request,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        signal: AbortSignal.timeout(HUNG_AFTER_MS),
      });
      const text = await response.text();
      return response.ok ? response.status : `${response.status}: ${text.slice(0, 200)}`;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : null;
      return `${String(error)}${cause instanceof Error ? ` (${cause.message})` : ''}`;
    }
  }
}

export function ruleThatNeverApplies(name: string): Readonly<Record<string, unknown>> {
  return {
    name,
    scope: 'ANY',
    enabled: false,
    actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.description', value: name }],
  };
}
