import { Module } from '@nestjs/common';
import { ShapingModule } from '../../shaping/shaping.module';
import { AnnotateTransactionsHandler } from './annotate-transactions.handler';
import { CategoryMoves } from './category-moves';
import { DeleteCategoryHandler } from './delete-category.handler';

/** What people set on transactions beside their edits. */
@Module({
  imports: [ShapingModule],
  controllers: [AnnotateTransactionsHandler, DeleteCategoryHandler],
  providers: [CategoryMoves],
})
export class AnnotationsModule {}
