export * from './replayed-part';
export { Replayer } from './replayer';
export { ReplayRequestedConsumer } from './replay-requested.consumer';
export { provideReplayer } from './provide-replayer';
