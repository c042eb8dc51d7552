export * from './address-guard';
export * from './bounded-clients';
export * from './guarded-lookup';
export * from './name-lookups';
