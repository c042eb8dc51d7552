/** The service's settings. */
export const INGESTION_CONFIG = Symbol('INGESTION_CONFIG');
