import { Module } from '@nestjs/common';
import { SuggestCategoriesHandler } from './suggest-categories.handler';

/** Categories that users would choose. */
@Module({ controllers: [SuggestCategoriesHandler] })
export class SuggestionsModule {}
