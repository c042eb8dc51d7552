/** What identity's pages may use of the query API. */
export { QueryApiModule } from './query-api.module';
export { SetupReturns } from './setup-returns';
