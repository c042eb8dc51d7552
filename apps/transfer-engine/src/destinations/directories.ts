import { CredentialsOf, DestinationType, Problem } from '@tributary/contracts';
import { DestinationDirectory } from './destination-directory.port';

/** The kinds of destination that users can connect here. */
export class Directories {
  constructor(private readonly directories: { readonly [T in DestinationType]?: DestinationDirectory<T> }) {}

  /** @throws Problem where this installation does not offer the kind */
  of<T extends DestinationType>(type: T): DestinationDirectory<T> {
    const directory = this.directories[type];
    if (!directory) throw Problem.conflict(`${type} is not set up in this installation.`);
    return directory;
  }

  /** Checks credentials at the destination that they are for. */
  admit<T extends DestinationType>(given: CredentialsOf<T> & { readonly type: T }) {
    return this.of(given.type).admit(given);
  }
}
