export * from './address-guard';
export * from './bounded-clients';
export * from './guarded-http';
export * from './guarded-lookup';
export * from './name-lookups';
export * from './http-exchange';
export * from './outbound-http';
export * from './retry-after';
