/** Injection token of the gateway's configuration. */
export const API_GATEWAY_CONFIG = Symbol('API_GATEWAY_CONFIG');
