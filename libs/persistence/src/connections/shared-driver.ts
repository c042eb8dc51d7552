import { Pool, PoolConfig } from 'pg';

/**
 * The driver that TypeORM gets instead of its own. TypeORM creates its pool by this driver, so that we can use the
 * pool's connections, too.
 */
export class SharedDriver {
  private createdPool: Pool | null = null;

  /** The pool's constructor, which TypeORM calls with `new`. */
  readonly Pool = ((driver: SharedDriver) =>
    class extends Pool {
      constructor(config: PoolConfig) {
        super(config);
        driver.createdPool = this;
      }
    })(this);

  /** TypeORM's pool, once it is connected. */
  get pool(): Pool {
    if (this.createdPool === null) throw new Error('the database is not connected');
    return this.createdPool;
  }
}
