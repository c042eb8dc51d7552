export { ActualClient, type BudgetRow } from './actual/actual-client';
export { AnsweringThread, type GivenAnswer, type GivenBytes, type ServerKeys } from './answering-thread';
export { askDesk } from './asked-desk';
export { Closing, openAll } from './closing';
export { COST_MAX, costOf, excessesOf, growthOf, leastCostOf, ratioOf, type Cost, type Growth } from './cost';
export { startActualServer, type ActualServer } from './actual/actual-server';
export { describeActual } from './actual/describe-actual';
export { eventually, type EventuallyOptions } from './eventually';
export { freePort } from './free-port';
export { mainThreadMs, mainThreadMsOf } from './main-thread-time';
export { startKafkaBroker, type KafkaBroker, type KafkaBrokerOptions } from './kafka-broker';
export { startSecuredKafka, type SecuredKafka } from './secured-kafka';
export { type AnswerForm, HOSTILE_ANSWERS, type HostileAnswer } from './hostile-answers';
export { HOSTILE_WIRES, type HostileWire } from './hostile-wires';
export { JoinWatch } from './join-watch';
export { describeKafka, kafkaUnavailable, testKafka, uniquePrefix } from './test-kafka';
export { SeededRandom } from './seeded-random';
export {
  createServiceDatabase,
  onlyUrlOf,
  type ServiceDatabase,
  type ServiceSchema,
} from './service-database';
export { FULL, SHARE_SEED, shareOf } from './share';
export { askForTestResource } from './test-resource';
export { describePgBouncer, TestPgBouncer } from './test-pgbouncer';
export { createTestDatabase, testPostgres, type TestDatabase } from './test-postgres';
export { traceRequests, type TracedRequests } from './traced-requests';
export { csrfOf, inviteVisitors, type VisitedPage, Visitor } from './visitor';
export { workspaceRoot } from './workspace-root';
