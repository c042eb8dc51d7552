import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { openApiDocument } from './document';

/** Serves the document at `<base path>/openapi.json`, and a page to read and try it at `<base path>/docs`. */
export function serveDocs(app: NestFastifyApplication, basePath: string): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app, basePath), {
    useGlobalPrefix: true,
    raw: ['json'],
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Tributary API',
    swaggerOptions: { docExpansion: 'none', filter: true, persistAuthorization: false },
  });
}
