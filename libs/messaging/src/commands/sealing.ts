import { CommandContract } from '@tributary/contracts';
import { SecretBox } from '@tributary/secrets';

/**
 * Confidential commands (credentials in, signing secrets out) are sealed before they reach the bus, a log of
 * the broker or a stored reply.
 */
export class CommandSealing {
  constructor(private readonly box: SecretBox) {}

  seal(contract: CommandContract, value: unknown, commandId: string): unknown {
    if (!contract.confidential) return value;
    return { sealed: this.box.seal(JSON.stringify(value), contextOf(contract, commandId)) };
  }

  open(contract: CommandContract, value: unknown, commandId: string): unknown {
    if (!contract.confidential) return value;
    const { sealed } = value as { sealed: string };
    return JSON.parse(this.box.open(sealed, contextOf(contract, commandId))) as unknown;
  }
}

function contextOf(contract: CommandContract, commandId: string): string {
  return `command:${contract.service}/${contract.name}:${commandId}`;
}
