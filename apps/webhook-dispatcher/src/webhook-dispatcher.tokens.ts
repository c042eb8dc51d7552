/** The service's settings. */
export const DISPATCHER_CONFIG = Symbol('DISPATCHER_CONFIG');
