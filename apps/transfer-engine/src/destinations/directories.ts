import { DestinationType, Problem } from '@tributary/contracts';
import { DestinationDirectory } from './destination-directory.port';

/** The kinds of destination that users can connect here. */
export class Directories {
  constructor(private readonly directories: Partial<Record<DestinationType, DestinationDirectory>>) {}

  /** @throws Problem where this installation does not offer the kind */
  of(type: DestinationType): DestinationDirectory {
    const directory = this.directories[type];
    if (!directory) throw Problem.conflict(`${type} is not set up in this installation.`);
    return directory;
  }
}
