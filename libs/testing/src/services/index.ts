export {
  serviceSchema,
  startParts,
  TEST_APPLICATION,
  type ServiceDeclaration,
  type ServiceParts,
} from './service-parts';
export { ServiceUnderTest } from './service-under-test';
export { brokerFor, eventMessage, keyOf, type TestEvent } from './test-bus';
