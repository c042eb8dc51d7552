export { ApiError } from './api-error';
export { createTributaryClient, type ClientOptions, type TributaryClient } from './client';
export { apiErrorOf, dataOf, type Answer } from './data-of';
export type * from './openapi';
export { pagesOf, type Page } from './pages';
