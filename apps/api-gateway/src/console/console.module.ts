import { Module } from '@nestjs/common';
import { ConsoleSessionController } from './console-session.controller';

/** Where the console is beside the API's base path. */
export const CONSOLE_PATHS: readonly string[] = ['console/session'];

/** What the console in the browser needs beside the API. */
@Module({ controllers: [ConsoleSessionController] })
export class ConsoleModule {}
