export * from './address-guard';
export * from './guarded-lookup';
export * from './name-lookups';
