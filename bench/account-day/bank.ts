import { BenchProcess } from '../bench-process';

/** A purchase that the bank lists; its number is in its text, so that a webhook with it is recognized. */
export interface Entry {
  readonly number: number;
  readonly cents: number;
}

/** All that the bench added to an account of the bank. */
export interface Listed {
  readonly booked: readonly Entry[];
  readonly pending: readonly Entry[];
}

export type BankRequest =
  | { readonly kind: 'originals'; readonly ids: readonly string[] }
  | { readonly kind: 'list'; readonly entries: readonly (readonly [string, Listed])[] }
  /** When a page with each entry first left. */
  | { readonly kind: 'pages' };

/** The bank, in a process of its own. */
export class Bank {
  private constructor(
    private readonly process: BenchProcess,
    /** In the place of the sandbox's. */
    readonly providerAUrl: string,
  ) {}

  static async start(sandboxUrl: string): Promise<Bank> {
    const process = BenchProcess.start('account-day/bank-process.js', [sandboxUrl]);
    const { port } = await process.next<{ port: number }>();
    const url = new URL(sandboxUrl);
    url.port = String(port);
    return new Bank(process, url.href.replace(/\/$/, ''));
  }

  /** @param ids accounts of the sandbox that others are copies of */
  async copiesOf(ids: readonly string[]): Promise<void> {
    await this.ask({ kind: 'originals', ids });
  }

  /** From now on the accounts list these, by their ids at the bank. */
  async list(entries: readonly (readonly [string, Listed])[]): Promise<void> {
    await this.ask({ kind: 'list', entries });
  }

  async pages(): Promise<ReadonlyMap<number, number>> {
    return new Map(await this.ask<[number, number][]>({ kind: 'pages' }));
  }

  stop(): Promise<void> {
    return this.process.stop();
  }

  private ask<T>(request: BankRequest): Promise<T> {
    return this.process.ask<T>(request);
  }
}
