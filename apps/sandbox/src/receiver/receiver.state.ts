import { RetryWindows } from '../faults/retry-windows';
import { openJournal, type Journal } from '../state/journal';
import type { Behaviour } from './behaviour';
import type { DeliveryContent } from './delivery-content';
import { Hook } from './hook';

type ReceiverEvent =
  | { readonly kind: 'hook'; readonly name: string; readonly secret: string; readonly behaviour: Behaviour }
  | { readonly kind: 'bad-signature'; readonly name: string }
  | {
      readonly kind: 'delivery';
      readonly name: string;
      readonly webhookId: string;
      readonly accepted: boolean;
      readonly content: DeliveryContent;
    };

/** All hooks by name, replayed from the journal at start. */
export class ReceiverState {
  readonly hooks = new Map<string, Hook>();
  readonly retryWindows: RetryWindows;
  private readonly journal: Journal<ReceiverEvent>;

  constructor(now: () => number, dataDir: string | undefined) {
    this.retryWindows = new RetryWindows(now);
    this.journal = openJournal<ReceiverEvent>(dataDir, 'receiver', (event) => this.apply(event));
  }

  register(name: string, secret: string, behaviour: Behaviour): void {
    this.commit({ kind: 'hook', name, secret, behaviour });
  }

  recordBadSignature(name: string): void {
    this.commit({ kind: 'bad-signature', name });
  }

  recordDelivery(name: string, webhookId: string, content: DeliveryContent, accepted: boolean): void {
    this.commit({ kind: 'delivery', name, webhookId, accepted, content });
  }

  close(): void {
    this.journal.close();
  }

  private commit(event: ReceiverEvent): void {
    this.apply(event);
    this.journal.append(event);
  }

  private apply(event: ReceiverEvent): void {
    const hook = this.hooks.get(event.name) ?? new Hook(event.name);
    this.hooks.set(event.name, hook);
    switch (event.kind) {
      case 'hook':
        hook.secret = event.secret;
        hook.behaviour = event.behaviour;
        return;
      case 'bad-signature':
        hook.badSignatures += 1;
        return;
      case 'delivery':
        return hook.record(event.webhookId, event.content, event.accepted);
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  }
}
