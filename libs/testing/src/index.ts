export { ActualClient, type BudgetRow } from './actual/actual-client';
export {
  ResponderThread,
  type GivenResponse,
  type GivenBytes,
  type ServerKeys,
} from './hostile-servers/responder-thread';
export { requestOperation } from './operator-request';
export { Closing, openAll } from './closing';
export {
  COST_MAX,
  costOf,
  excessesOf,
  growthOf,
  leastCostOf,
  ratioOf,
  type Cost,
  type Growth,
} from './measurements/cost';
export { startActualServer, type ActualServer } from './actual/actual-server';
export { describeActual } from './actual/describe-actual';
export { eventually, type EventuallyOptions } from './eventually';
export { freePort } from './free-port';
export { mainThreadMs, mainThreadMsOf } from './measurements/main-thread-time';
export { startKafkaBroker, type KafkaBroker, type KafkaBrokerOptions } from './kafka/kafka-broker';
export { startSecuredKafka, type SecuredKafka } from './kafka/secured-kafka';
export {
  type ResponseForm,
  HOSTILE_RESPONSES,
  type HostileResponse,
} from './hostile-servers/hostile-responses';
export { HOSTILE_WIRES, type HostileWire } from './hostile-servers/hostile-wires';
export { JoinWatch } from './measurements/join-watch';
export { describeKafka, kafkaUnavailable, testKafka, uniquePrefix } from './kafka/test-kafka';
export { SeededRandom } from './seeded-random';
export {
  createServiceDatabase,
  onlyUrlOf,
  ROLE_PASSWORD,
  type ServiceDatabase,
  type ServiceSchema,
} from './postgres/service-database';
export { FULL, SHARE_SEED, shareOf } from './share';
export { askForTestResource } from './test-resource';
export { describePgBouncer, TestPgBouncer } from './postgres/test-pgbouncer';
export { createTestDatabase, testPostgres, type TestDatabase } from './postgres/test-postgres';
export { traceRequests, type TracedRequests } from './measurements/traced-requests';
export { csrfOf, inviteVisitors, type VisitedPage, Visitor } from './visitor';
export { workspaceRoot } from './workspace-root';
