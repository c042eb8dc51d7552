import { Module } from '@nestjs/common';
import { CategoriesController } from './categories.controller';
import { CategorySuggestionsController } from './category-suggestions.controller';

/** A user's own list of categories. */
@Module({ controllers: [CategorySuggestionsController, CategoriesController] })
export class CategoriesModule {}
