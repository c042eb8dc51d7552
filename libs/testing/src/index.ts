export { ActualClient, type BudgetRow } from './actual/actual-client';
export { startActualServer, type ActualServer } from './actual/actual-server';
export { describeActual } from './actual/describe-actual';
export { eventually, type EventuallyOptions } from './eventually';
export { freePort } from './free-port';
export { startKafkaBroker, type KafkaBroker, type KafkaBrokerOptions } from './kafka-broker';
export { describeKafka, kafkaUnavailable, testKafka, uniquePrefix } from './test-kafka';
export { createTestDatabase, testPostgres, type TestDatabase } from './test-postgres';
export { workspaceRoot } from './workspace-root';
