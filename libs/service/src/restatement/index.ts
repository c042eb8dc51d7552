export * from './restated-part';
export { Restater } from './restater';
export { RestatementRequestedConsumer } from './restatement-requested.consumer';
export { RestatementTables1763995000001 } from './restatement-tables.migration';
export { restating } from './restating';
