import { JobRunner } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { MigrationInterface, QueryRunner } from 'typeorm';
import { PLATFORM_MIGRATIONS } from '../src/platform-migrations';
import { UserData } from '../src/user-data/user-data';
import { UserErasures } from '../src/user-data/user-erasures';

class Notes1763700000000 implements MigrationInterface {
  name = 'Notes1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table notes (id bigint primary key, user_id bigint not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table notes');
  }
}

const NOTES: UserData = { tables: [{ table: 'notes', rowsOfUserSql: 't.user_id = $1' }], others: {} };

/** A schema with one table of users. */
export async function openNotes(
  url: string,
): Promise<{ database: Database; jobs: JobRunner; erasures: UserErasures }> {
  const database = await Database.open({
    url,
    schema: 'public',
    migrations: [...PLATFORM_MIGRATIONS, Notes1763700000000],
  });
  const jobs = new JobRunner(database, { leaseMs: 300, idleMs: 20, onFailure: () => undefined });
  return { database, jobs, erasures: new UserErasures(database, jobs, NOTES) };
}

// As a process of its own, to be killed, it erases whoever is to be erased at the URL that it is sent. The suite, which
// imports what the process works on, takes no messages.
if (require.main === module) {
  process.once('message', (url: string) => {
    void openNotes(url).then(({ jobs }) => jobs.onApplicationBootstrap());
  });
}
