import { Inject, Injectable } from '@nestjs/common';
import {
  CommandContract,
  CommandPayload,
  CommandResult,
  EventPayload,
  RuleUpsertedV1,
} from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { Access } from '../auth/access';
import { Commands } from '../commands';
import { project } from '../query-model/project';
import { resourceRow, RULES } from '../query-model/resources.projection';
import { writeModelNow } from '../query-model/model-writes';

/** What a change of rules needs beside its payload. */
export interface ChangeOptions {
  readonly access: Access;
  /** Changes of the same thing are carried out in order. */
  readonly key: number | string;
  readonly idempotencyKey: string | undefined;
}

/** Sends changes of rules to their owner, and takes the answer into the query model: a client reads what it wrote. */
@Injectable()
export class RuleChanges {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  async send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    options: ChangeOptions,
    rulesOf: (result: CommandResult<C>) => readonly EventPayload<typeof RuleUpsertedV1>[],
  ): Promise<CommandResult<C>> {
    const result = await this.commands.send(contract, payload, options);
    await writeModelNow(this.database, (tx) => project(tx, RULES, rulesOf(result).map(resourceRow)));
    return result;
  }
}
