import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiQuery, ApiTags } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApplyFileImport,
  ChangeFileImport,
  DecideImportReviews,
  DiscardFileImport,
  FILE_ENTRY_KINDS,
  FILE_IMPORT_STATUSES,
  FILE_NAME_LENGTH_MAX,
  FileImport as ImportAnswer,
  listedFormats,
  ListFileImportEntries,
  ListFileImports,
  redactFileImport,
  ShowFileImport,
  UndoFileImport,
} from '@tributary/contracts';
import {
  changed,
  dataOf,
  done,
  ID_PATTERN,
  ListDefinition,
  type ListQuery,
  pageOf,
  paginated,
  PathIdPipe,
  QueryDefinition,
} from '@tributary/http';
import type { FastifyRequest } from 'fastify';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { toResourceForm, toDocumentForm } from '../../rest/openapi/written';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { ChangeFileImportBody, DecideReviewsBody } from './file-import.bodies';
import { DecidedReviews, FileImport, FileImportEntry } from './file-import.schema';
import { FileUpload, uploadQueryOf } from './file-upload';

const UPLOAD = { includes: {}, allowsUnknown: true } as const satisfies QueryDefinition;

const LIST = {
  sorts: ['id'],
  defaultSort: '-id',
  includes: {},
  filters: { status: { kind: 'oneOf', values: FILE_IMPORT_STATUSES } },
} as const satisfies ListDefinition;

const ENTRIES = {
  sorts: ['line'],
  defaultSort: 'line',
  includes: {},
  filters: { kind: { kind: 'oneOf', values: FILE_ENTRY_KINDS } },
} as const satisfies ListDefinition;

/** A request decides at most ten commands' reviews. */
const DECIDING_COMMANDS_MAX = 10;

const READING = ['accounts:read', 'transactions:read'] as const;
const WRITING = ['accounts:write', 'transactions:write'] as const;

/** Bank files that become transactions. */
@ApiTags('Finance: Imports')
@Controller('finance/imports')
export class FileImportsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(FileUpload) private readonly files: FileUpload,
  ) {}

  @Post()
  @RouteConfig({ takesFiles: true, limitedBy: 'token' })
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiQuery({ name: 'file_name', schema: { type: 'string', minLength: 1, maxLength: FILE_NAME_LENGTH_MAX } })
  @ApiQuery({
    name: 'financial_account_id',
    required: false,
    description: 'Where the entries go, if the file has one account.',
    schema: { type: 'string', pattern: `^${ID_PATTERN}$` },
  })
  @Endpoint({
    summary: 'Upload a file of a bank',
    description:
      `${listedFormats('or')}, up to 50 MB (413 beyond). Nothing is stored as transactions yet: the file is ` +
      'read in the background, and `GET /finance/imports/{importId}` shows the preview once its status is READY. The ' +
      'file is kept encrypted until it is imported, for a day at most.',
    scopes: WRITING,
    query: UPLOAD,
    status: 201,
    answer: changed('File received.', FileImport),
  })
  async upload(@Granted() access: Access, @Req() request: FastifyRequest, @RequestUrl() url: string) {
    const received = await this.files.receive(access, request.raw, uploadQueryOf(url));
    return { message: 'File received.', data: shown(received, access) };
  }

  @Get()
  @Endpoint({
    summary: 'List imports of files',
    scopes: READING,
    query: LIST,
    answer: pageOf(FileImport),
  })
  async list(
    @Granted() access: Access,
    @ParsedQuery() { page, filters }: ListQuery<typeof LIST>,
    @RequestUrl() url: string,
  ) {
    const values = filters.find(({ name }) => name === 'status')?.values ?? [];
    const statuses = FILE_IMPORT_STATUSES.filter((status) => values.includes(status));
    const payload = { page: page.number, size: page.size, statuses };
    const { imports, total } = await this.commands.ask(ListFileImports, payload, optionsOf(access));
    return paginated({ data: imports.map((one) => shown(one, access)), total, page, url });
  }

  @Get(':importId')
  @Endpoint({
    summary: 'Show an import with its preview',
    scopes: READING,
    of: 'resource',
    answer: dataOf(FileImport),
  })
  async show(@Granted() access: Access, @Param('importId', PathIdPipe) importId: number) {
    return { data: shown(await this.commands.ask(ShowFileImport, { importId }, optionsOf(access)), access) };
  }

  @Get(':importId/entries')
  @Endpoint({
    summary: 'List the entries of a preview',
    description:
      'By line of the file. Once the import is applied, they are transactions, and this list is empty.',
    scopes: READING,
    of: 'resource',
    query: ENTRIES,
    answer: pageOf(FileImportEntry),
  })
  async entries(
    @Granted() access: Access,
    @Param('importId', PathIdPipe) importId: number,
    @ParsedQuery() { page, filters }: ListQuery<typeof ENTRIES>,
    @RequestUrl() url: string,
  ) {
    const values = filters.find(({ name }) => name === 'kind')?.values ?? [];
    const kinds = FILE_ENTRY_KINDS.filter((kind) => values.includes(kind));
    const payload = { importId, page: page.number, size: page.size, kinds };
    const { entries, total } = await this.commands.ask(ListFileImportEntries, payload, optionsOf(access));
    return paginated({
      data: entries.map((entry) => toResourceForm(FileImportEntry, entry)),
      total,
      page,
      url,
    });
  }

  @Patch(':importId')
  @Endpoint({
    summary: 'Correct how a file is read, or choose where its entries go',
    description: 'The preview is made again: the status is READING, and then READY.',
    scopes: WRITING,
    of: 'resource',
    answer: changed('Import updated.', FileImport),
  })
  async change(
    @Granted() access: Access,
    @Param('importId', PathIdPipe) importId: number,
    @Body() { csv, qif, accounts }: ChangeFileImportBody,
  ) {
    const choices = accounts?.map(({ key, financial_account_id: id = null, new_account: made = null }) => ({
      key,
      financialAccountId: id,
      newAccount: made && { ...made },
    }));
    const payload = {
      importId,
      ...(csv && { csv: { ...csv } }),
      ...(qif && { qif: { ...qif } }),
      ...(choices && { accounts: choices }),
    };
    const data = shown(await this.commands.change(ChangeFileImport, payload, optionsOf(access)), access);
    return { message: 'Import updated.', data };
  }

  @Post(':importId/apply')
  @Endpoint({
    summary: 'Store the new entries of an import as transactions',
    description:
      'In the background; `entries_done` shows the progress, and the status is APPLIED at the end. Entries that are known ' +
      'already are left as they are. 409 while it is not known where the entries go; 422 while the reading is a `GUESS`: ' +
      '`errors.csv` has the questions.',
    scopes: WRITING,
    of: 'resource',
    status: 202,
    answer: changed('Import started.', FileImport),
  })
  async apply(@Granted() access: Access, @Param('importId', PathIdPipe) importId: number) {
    const { fileImport } = await this.commands.change(ApplyFileImport, { importId }, optionsOf(access));
    return { message: 'Import started.', data: shown(fileImport, access) };
  }

  @Post(':importId/reviews')
  @Endpoint({
    summary: 'Decide the open reviews of an import at once',
    description:
      'Rows of the file that may be rows which the account had before. `one`: each is that row, and goes. `two`: each is a ' +
      'payment of its own, and is announced and sent now. At most 2,000 in a request, by their ids; repeat it while ' +
      '`remaining` is not 0. What cannot be one, such as where a side was split, stays open and counts as `refused`.',
    scopes: WRITING,
    of: 'resource',
    answer: changed('Reviews decided.', DecidedReviews),
  })
  async decide(
    @Granted() access: Access,
    @Param('importId', PathIdPipe) importId: number,
    @Body() { decision }: DecideReviewsBody,
  ) {
    const sums = { decided: 0, refused: 0, remaining: 0 };
    let after = 0;
    for (let part = 0; part < DECIDING_COMMANDS_MAX; part += 1) {
      const payload = { importId, decision, after };
      const result = await this.commands.change(DecideImportReviews, payload, { ...optionsOf(access), part });
      sums.decided += result.decided;
      sums.refused += result.refused;
      sums.remaining = result.remaining;
      after = result.last;
      if (result.remaining === 0) break;
    }
    return { message: 'Reviews decided.', data: toResourceForm(DecidedReviews, sums) };
  }

  @Post(':importId/undo')
  @Endpoint({
    summary: 'Take an import back',
    description:
      'Removes the transactions that it added, in the background. Those that the user edited since, that the bank sent as ' +
      'well, or that another import has too, stay.',
    scopes: WRITING,
    of: 'resource',
    status: 202,
    answer: changed('Undo started.', FileImport),
  })
  async undo(@Granted() access: Access, @Param('importId', PathIdPipe) importId: number) {
    const undone = await this.commands.change(UndoFileImport, { importId }, optionsOf(access));
    return { message: 'Undo started.', data: shown(undone, access) };
  }

  @Delete(':importId')
  @Endpoint({
    summary: 'Discard an import and its file',
    description: '409 while it has transactions: undo it first.',
    scopes: WRITING,
    of: 'resource',
    answer: done('Import discarded.'),
  })
  async discard(@Granted() access: Access, @Param('importId', PathIdPipe) importId: number) {
    await this.commands.change(DiscardFileImport, { importId }, optionsOf(access));
    return { message: 'Import discarded.' };
  }
}

function optionsOf(access: Access) {
  return { access, key: access.userId };
}

/** Hides numbers and names of accounts, and rows of the file, from tokens that may not see them. */
function shown({ document, ...row }: ImportAnswer, { seesIdentifiers }: Access) {
  const redacted = redactFileImport(document, seesIdentifiers ? 'none' : 'sensitive');
  return toDocumentForm(FileImport, { ...row, document: redacted });
}
