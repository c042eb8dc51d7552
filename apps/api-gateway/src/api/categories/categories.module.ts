import { Module } from '@nestjs/common';
import { CategoriesController } from './categories.controller';

/** A user's own list of categories. */
@Module({ controllers: [CategoriesController] })
export class CategoriesModule {}
