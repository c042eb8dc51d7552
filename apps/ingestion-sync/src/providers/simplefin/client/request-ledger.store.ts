import { Queryable } from '@tributary/persistence';
import { RequestLedger } from './request-ledger';

/** Counts in the connection's row, for all instances; a day begins at midnight UTC, by the database's clock. */
export class StoredRequestLedger implements RequestLedger {
  constructor(
    private readonly database: Queryable,
    private readonly dailyRequests: number,
  ) {}

  async spend(consentId: string): Promise<number | null> {
    const spent = await this.database.execute(
      `update connections set ${COUNTED}
        where provider = 'SIMPLEFIN' and consent_id = $1
          and (requests_on is distinct from ${TODAY} or requests_made < $2)`,
      [consentId, this.dailyRequests],
    );
    if (spent > 0) return null;
    const [row] = await this.database.query<{ waitMs: number }>(
      `select ceil(extract(epoch from ((${TODAY} + 1)::timestamp at time zone 'UTC') - clock_timestamp()) * 1000)
                ::double precision as "waitMs"
         from connections where provider = 'SIMPLEFIN' and consent_id = $1`,
      [consentId],
    );
    if (row) return Math.max(1, row.waitMs);
    await this.countRenewal(consentId);
    return null;
  }

  /**
   * Counts the requests of a renewal. The connection will have this access, so its few requests count, but they do not
   * wait for the requests of the previous access.
   */
  private async countRenewal(consentId: string): Promise<void> {
    await this.database.execute(
      `update connections set ${COUNTED}
        where id = (select connection_id from consent_setups where consent_id = $1 and outcome is null)`,
      [consentId],
    );
  }
}

const TODAY = `(clock_timestamp() at time zone 'UTC')::date`;
const COUNTED = `requests_made = case when requests_on = ${TODAY} then requests_made + 1 else 1 end, requests_on = ${TODAY}`;
