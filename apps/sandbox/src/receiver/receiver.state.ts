import { Company, type CompanySetting } from '../state/company';
import type { Behaviour } from './behaviour';
import type { DeliveryContent } from './delivery-content';
import { Hook } from './hook';

interface ToHook {
  readonly name: string;
}

interface HookChange extends ToHook {
  readonly secret: string;
  readonly behaviour: Behaviour;
}

interface NewDelivery extends ToHook {
  readonly webhookId: string;
  readonly accepted: boolean;
  readonly content: DeliveryContent;
}

/** All hooks by name, replayed at the start. */
export class ReceiverState extends Company {
  readonly hooks = new Map<string, Hook>();
  readonly register = this.store.event<HookChange>('hook', ({ name, secret, behaviour }) => {
    Object.assign(this.hook(name), { secret, behaviour });
  });
  readonly recordBadSignature = this.store.event<ToHook>('bad-signature', ({ name }) => {
    this.hook(name).badSignatures += 1;
  });
  readonly recordDelivery = this.store.event<NewDelivery>(
    'delivery',
    ({ name, webhookId, content, accepted }) => this.hook(name).record(webhookId, content, accepted),
  );

  constructor(setting: CompanySetting) {
    super('receiver', setting);
    this.store.replay();
  }

  private hook(name: string): Hook {
    const hook = this.hooks.get(name) ?? new Hook(name);
    this.hooks.set(name, hook);
    return hook;
  }
}
