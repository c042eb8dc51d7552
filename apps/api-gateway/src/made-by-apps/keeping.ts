import { Inject, Injectable } from '@nestjs/common';
import {
  DeleteConnection,
  DeleteDestination,
  DeleteRule,
  DeleteTransferLink,
  DeleteWebhookEndpoint,
  DestinationType,
  KEEP_PAUSED,
  ownerOf,
  PAUSABLE,
  PausableKind,
  Problem,
} from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Commands } from '../commands';
import { PausableFeeds } from '../pausing/pausable-feeds';

/** Lets owners keep, or delete, what paused with its app or token. */
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

  /** Deletes it like its own route. @throws Problem */
  async delete(userId: number, kind: PausableKind, id: number): Promise<void> {
    const options = {
      access: { caller: ownerOf(userId), holder: 'owner' },
      key: id,
    };
    switch (kind) {
      case 'transfer-link':
        await this.commands.change(DeleteTransferLink, { transferLinkId: id }, options);
        return;
      case 'rule':
        await this.commands.change(DeleteRule, { ruleId: id }, options);
        return;
      case 'bank-connection':
        await this.commands.change(DeleteConnection, { connectionId: id }, options);
        return;
      case 'webhook':
        await this.commands.change(DeleteWebhookEndpoint, { id }, options);
        return;
      case 'destination-connection': {
        const destinationType = await this.typeOf(userId, id);
        await this.commands.change(DeleteDestination, { connectionId: id, destinationType }, options);
        return;
      }
      case 'feed':
        await this.database.execute('delete from feeds where id = $1 and user_id = $2', [id, userId]);
        return;
      default: {
        const unknown: never = kind;
        return unknown;
      }
    }
  }

  private async typeOf(userId: number, connectionId: number): Promise<DestinationType> {
    const [row] = await this.database.query<{ destination_type: DestinationType }>(
      `select destination_type from destinations where kind = 'CONNECTION' and id = $1 and user_id = $2`,
      [connectionId, userId],
    );
    if (!row) throw Problem.notFound();
    return row.destination_type;
  }
}
