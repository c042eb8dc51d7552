import { CommandContract, ServiceName } from '@tributary/contracts';
import { SecretBox } from '@tributary/secrets';

/**
 * Encrypts confidential commands (credentials in, signing secrets out) before they get onto the bus, into a log of the
 * broker or a stored reply. The gateway shares the key with the one service that runs them.
 */
export class CommandSealing {
  constructor(private readonly boxOf: (service: ServiceName) => SecretBox) {}

  seal(contract: CommandContract, value: unknown, commandId: string): unknown {
    if (!contract.confidential) return value;
    const sealed = this.boxOf(contract.service).seal(JSON.stringify(value), contextOf(contract, commandId));
    return { sealed };
  }

  open(contract: CommandContract, value: unknown, commandId: string): unknown {
    if (!contract.confidential) return value;
    const { sealed } = value as { sealed: string };
    return JSON.parse(this.boxOf(contract.service).open(sealed, contextOf(contract, commandId))) as unknown;
  }
}

function contextOf(contract: CommandContract, commandId: string): string {
  return `command:${contract.service}/${contract.name}:${commandId}`;
}
