export { startSandbox, SandboxPortTaken, type Sandbox } from './sandbox';
export { InvalidSandboxOption, sandboxOptionsFromEnvironment, type SandboxOptions } from './sandbox-options';
export { callControl } from './call-control';
export { berkaAccountUuid } from './bank/berka-accounts';
export { HOUSEHOLD, HOUSEHOLD_ID, mirrorAccountId } from './budgeta/budgeta.state';
export { FAULT_KINDS, FAULT_TARGETS, type FaultKind, type FaultTarget } from './faults/fault';
export type { Behaviour } from './receiver/behaviour';
export { FERRY_LANE, HARBOUR_CRYPTO, MAPLE_STREET } from './brokerage/brokerage-house';
export type { ProviderCKey } from './provider-c/signatures';
