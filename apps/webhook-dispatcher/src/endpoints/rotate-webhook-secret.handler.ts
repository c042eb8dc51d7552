import { Controller, Inject } from '@nestjs/common';
import { CommandResult, RotateWebhookSecret } from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { publishEndpoint } from './endpoint-event';
import { coveredEndpoint } from './owned-endpoint';
import { newSigningSecret, sealSecret } from './signing-secret';

/** Time for which deliveries are signed with the replaced secret, too. */
export const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Replaces signing secrets. */
@Controller()
export class RotateWebhookSecretHandler {
  constructor(@Inject(SecretBox) private readonly box: SecretBox) {}

  @OnCommand(RotateWebhookSecret)
  async rotate(
    { caller, payload }: ReceivedCommand<typeof RotateWebhookSecret>,
    tx: Tx,
  ): Promise<CommandResult<typeof RotateWebhookSecret>> {
    const endpoint = await coveredEndpoint(tx, caller, payload.id);
    const secret = newSigningSecret();
    const now = new Date();
    const previousSecretValidUntil = new Date(now.getTime() + ROTATION_OVERLAP_MS).toISOString();
    const upserted = await publishEndpoint(tx, endpoint, {
      secret: sealSecret(this.box, endpoint.id, secret),
      retiredSecrets: [
        ...endpoint.retiredSecrets.filter(({ valid_until }) => Date.parse(valid_until) > now.getTime()),
        { secret: endpoint.secret, valid_until: previousSecretValidUntil },
      ],
    });
    return { endpoint: upserted, secret, previousSecretValidUntil };
  }
}
