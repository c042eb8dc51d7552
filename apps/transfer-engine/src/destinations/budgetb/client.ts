import { context, SpanKind } from '@opentelemetry/api';
import { inSpan } from '@tributary/messaging';
import { BudgetChildren } from './budget-children';
import { CallName, Calls, ServerAccess } from './budget-process/calls';
import { BudgetbConfig } from './config';

/** Actual servers through Actual's own client, which runs in processes of its own. Throws `ActualFailure`. */
export class BudgetbClient {
  private readonly children: BudgetChildren;

  constructor(config: BudgetbConfig) {
    this.children = new BudgetChildren(config);
  }

  /** Sends one request to a budget, or to the server if `fileId` is null. */
  call<Name extends CallName>(
    access: ServerAccess,
    fileId: string | null,
    name: Name,
    asks: Calls[Name]['asks'],
  ): Promise<Calls[Name]['gives']> {
    return inSpan(`budgetb ${name}`, SpanKind.CLIENT, context.active(), () =>
      this.children.use({ access, fileId }, (child, timeoutMs) => child.call(name, asks, timeoutMs)),
    );
  }

  close(): void {
    this.children.close();
  }
}
