import { Module } from '@nestjs/common';
import { FileImportsController } from './file-imports.controller';
import { FileUpload } from './file-upload';

/** Imports of files. */
@Module({ controllers: [FileImportsController], providers: [FileUpload] })
export class FileImportsModule {}
