import { Module } from '@nestjs/common';
import { ConsoleSessionController } from './console-session.controller';

/** Paths of the console below the API's base path. */
export const CONSOLE_PATHS: readonly string[] = ['console/session'];

/** Routes that the console in the browser needs beside the API. */
@Module({ controllers: [ConsoleSessionController] })
export class ConsoleModule {}
