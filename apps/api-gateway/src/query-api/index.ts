/** What identity's pages may use of the query API. */
export { Keeping } from '../made-by-apps/keeping';
export { type MadeByAppRow, readMadeByApps } from '../made-by-apps/made-by-apps.reader';
export { QueryApiModule } from './query-api.module';
export { SetupReturns } from './setup-returns';
