import { ownFilesHeaders } from '@tributary/http';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './document';

/**
 * Files of this site alone, and in no frame: the page has the origin of the console, and sends tokens that are typed into
 * it. Swagger UI has styles within its page and its elements, so those are allowed; scripts are files.
 */
const HEADERS = ownFilesHeaders({ styles: "'unsafe-inline'", fonts: 'data:' });

/** Serves the document at `<base path>/openapi.json`, and a page to read and try it at `<base path>/docs`. */
export function serveDocs(app: NestFastifyApplication, basePath: string): void {
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  const page = `${basePath}/docs`;
  server.addHook('onSend', async ({ url }, reply) => {
    const [at = ''] = url.split('?');
    if (at === page || at.startsWith(`${page}/`)) void reply.headers(HEADERS);
  });
  SwaggerModule.setup('docs', app, () => openApiDocument(app, basePath), {
    useGlobalPrefix: true,
    raw: ['json'],
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Tributary API',
    // Without `validatorUrl` the page would show a badge of another site.
    swaggerOptions: { docExpansion: 'none', filter: true, persistAuthorization: false, validatorUrl: null },
  });
}
