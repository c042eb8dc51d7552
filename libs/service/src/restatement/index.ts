export * from './restated-part';
export { Restater } from './restater';
export { RestatementRequestedConsumer } from './restatement-requested.consumer';
export { restating } from './restating';
