export { brandIndex } from './brand-index';
export type { BrandIndex } from './brand-index';
export { brandTable } from './brand-table';
export type { Brand } from './brand-table';
export { CATEGORIES, categoryOfCode, categoryOfMcc, categoryOfWords } from './categories';
export type { Category } from './categories';
export { findMerchant } from './find-merchant';
export type { Merchant, Payment } from './find-merchant';
export { intermediaryOf } from './intermediaries';
