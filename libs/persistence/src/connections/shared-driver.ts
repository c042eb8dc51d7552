import { Pool, PoolConfig } from 'pg';

/** The driver that TypeORM is given instead of its own: it makes its pool here, so that its connections are ours, too. */
export class SharedDriver {
  private made: Pool | null = null;

  /** As TypeORM calls it, with `new`. */
  readonly Pool = ((driver: SharedDriver) =>
    class extends Pool {
      constructor(config: PoolConfig) {
        super(config);
        driver.made = this;
      }
    })(this);

  /** TypeORM's pool, once it is connected. */
  get pool(): Pool {
    if (this.made === null) throw new Error('the database is not connected');
    return this.made;
  }
}
