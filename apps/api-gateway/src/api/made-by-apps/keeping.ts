import { Inject, Injectable } from '@nestjs/common';
import { KEEP_PAUSED, ownerOf, PAUSABLE, PausableKind, Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Commands } from '../../rest/commands';
import { PausableFeeds } from '../../identity/apps/pausable-feeds';

/** Lets owners resume resources that were paused with the app or token that made them. */
@Injectable()
export class Keeping {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(PausableFeeds) private readonly feeds: PausableFeeds,
  ) {}

  /** @throws Problem (not_found) if no paused resource of the user has this name */
  async keep(userId: number, kind: PausableKind, id: number): Promise<void> {
    const service = PAUSABLE[kind];
    if (service !== 'api-gateway') {
      const access = { caller: ownerOf(userId), holder: 'owner' };
      await this.commands.change(KEEP_PAUSED[service], { kind, id }, { access, key: id });
      return;
    }
    const isKept = await this.database.transaction((tx) => this.feeds.keep(tx, userId, id));
    if (!isKept) throw Problem.notFound();
  }
}
