import { Type } from '@sinclair/typebox';
import { Controller, Delete, Get, Inject, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Problem } from '@tributary/contracts';
import { changed, dataOf, done, ErrorMessage } from '@tributary/http';
import { JobRunner } from '@tributary/jobs';
import { Database, Queryable } from '@tributary/persistence';
import { OperatorRequestError } from '@tributary/service';
import { randomUUID } from 'node:crypto';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { recordAdministration } from '../../identity/audit/administration-acts';
import { component } from '../../rest/openapi/components';
import { Endpoint } from '../../rest/openapi/endpoint';
import { IdText, OrNull, TextOneOf, TextOrNull, TimeOrNull, TimeText } from '../../rest/openapi/wire.schema';
import { toResourceForm } from '../../rest/openapi/written';
import { beginRebuild, cancelRebuild } from '../../model/rebuild/rebuilds';
import { findLastRebuild } from '../../model/rebuild/rebuilds.store';

const Integer = Type.Integer({ minimum: 0 });

const QueryModelRebuild = component(
  'QueryModelRebuild',
  Type.Object({
    id: IdText,
    state: TextOneOf(['FILLING', 'DONE', 'CANCELLED', 'FAILED'] as const),
    outcome: TextOrNull,
    dead_letters: Type.Integer({
      minimum: 0,
      description: 'Its messages that could not be stored: it ends when they are replayed.',
    }),
    owners: Type.Array(
      Type.Object({
        service: Type.String(),
        rows_replayed: Integer,
        rows_total: OrNull(
          Type.Integer({ minimum: 0, description: 'An estimate; null until it has begun.' }),
        ),
        messages_applied: Integer,
        messages: OrNull(Type.Integer({ minimum: 0, description: 'Null until all are published.' })),
      }),
    ),
    requested_at: TimeText,
    ended_at: TimeOrNull,
  }),
);

/** The query model, which REST reads, for administrators. */
@ApiTags('Administration')
@Controller('admin/query-model/rebuild')
export class QueryModelController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(JobRunner) private readonly jobs: JobRunner,
  ) {}

  @Get()
  @Endpoint({
    summary: 'Show the progress of the last rebuild of the query model',
    description: 'Null if there was none.',
    scopes: 'administrator',
    answer: dataOf(Type.Union([QueryModelRebuild, Type.Null()])),
  })
  async show() {
    return { data: await lastRebuild(this.database) };
  }

  @Post()
  @Endpoint({
    summary: 'Rebuild the query model from the services that own its data',
    description: 'The present one stays readable until the new one is complete and takes its place.',
    scopes: 'administrator',
    status: 202,
    conflict: ErrorMessage,
    answer: changed('The rebuild has begun.', QueryModelRebuild),
  })
  async begin(@Granted() { userId: administratorId }: Access, @Ip() address: string) {
    const id = await begun(this.database);
    this.jobs.wake();
    await recordAdministration(this.database, {
      administratorId,
      address,
      act: 'QUERY_MODEL_REBUILD_STARTED',
      subject: `rebuild ${id}`,
    });
    return { message: 'The rebuild has begun.', data: await lastRebuild(this.database) };
  }

  @Delete()
  @Endpoint({
    summary: 'Cancel the rebuild that runs',
    description: 'The present query model stays.',
    scopes: 'administrator',
    conflict: ErrorMessage,
    answer: done('The rebuild is cancelled.'),
  })
  async cancel(@Granted() { userId: administratorId }: Access, @Ip() address: string) {
    const outcome = 'cancelled by an administrator';
    if (!(await cancelRebuild(this.database, { state: 'CANCELLED', outcome }))) {
      throw Problem.conflict('No rebuild is running.');
    }
    await recordAdministration(this.database, {
      administratorId,
      address,
      act: 'QUERY_MODEL_REBUILD_CANCELLED',
      subject: 'query model',
    });
    return { message: 'The rebuild is cancelled.' };
  }
}

async function begun(database: Database): Promise<number> {
  try {
    return await beginRebuild(database, randomUUID());
  } catch (error) {
    if (error instanceof OperatorRequestError) throw Problem.conflict('A rebuild is running already.');
    throw error;
  }
}

async function lastRebuild(database: Queryable) {
  const row = await findLastRebuild(database);
  return row ? toResourceForm(QueryModelRebuild, row) : null;
}
