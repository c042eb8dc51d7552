import { COMMAND_HEADER_NAMES, CommandHeader } from '@tributary/contracts';
import { SigningKey, VerifyKeys } from '@tributary/secrets';
import { OutgoingMessage } from '../bus-engine';

export type CommandHeaders = Readonly<Record<CommandHeader, string>>;

type Signed = Pick<OutgoingMessage, 'topic' | 'key' | 'value' | 'headers'>;

/** A command without a valid signature of the gateway. The message contains nothing of the command. */
export class UnsignedCommandError extends Error {
  override readonly name = 'UnsignedCommandError';

  constructor() {
    super(
      'a command was refused: it does not carry the signature of the gateway (COMMAND_SIGNING_KEY there, COMMAND_VERIFY_KEYS here)',
    );
  }
}

/** The gateway's side: signs commands. */
export class CommandSigning {
  constructor(private readonly key: SigningKey) {}

  /** The headers with a signature over them, the service, the key and every byte of the payload. */
  sign(message: Signed & { readonly headers: CommandHeaders }): Readonly<Record<string, string>> {
    return { ...message.headers, signature: this.key.sign(textOf(message, message.headers)) };
  }
}

/** The services' side: accepts the gateway's commands only. */
export class CommandVerification {
  constructor(private readonly keys: VerifyKeys) {}

  /** The headers, which the gateway has signed. @throws UnsignedCommandError */
  verified(message: Signed): CommandHeaders {
    const headers = Object.fromEntries(
      COMMAND_HEADER_NAMES.map((name) => [name, message.headers[name] ?? '']),
    ) as CommandHeaders;
    const { signature = '' } = message.headers;
    if (!this.keys.verifies(textOf(message, headers), signature)) throw new UnsignedCommandError();
    return headers;
  }
}

function textOf({ topic, key, value }: Signed, headers: CommandHeaders): string {
  return JSON.stringify([
    'tributary command 1',
    topic,
    key,
    ...COMMAND_HEADER_NAMES.map((name) => headers[name]),
    value,
  ]);
}
