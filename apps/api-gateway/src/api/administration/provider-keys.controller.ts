import { Type } from '@sinclair/typebox';
import { Body, Controller, Delete, Get, Inject, Ip, Param, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  ListProviderKeys,
  Problem,
  KeyedProvider,
  PROVIDER_KEY_LENGTH_MAX,
  KEYED_PROVIDERS,
  ProviderKeys,
  RemoveProviderKeys,
  SetProviderKeys,
} from '@tributary/contracts';
import { changed, Documented } from '@tributary/http';
import { Database } from '@tributary/persistence';
import { IsObject } from 'class-validator';
import { Commands } from '../../rest/commands';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { recordAdministration } from '../../identity/audit/administration-acts';
import { component } from '../../rest/openapi/components';
import { Endpoint } from '../../rest/openapi/endpoint';
import { OrNull, TextOneOf, TextOrNull, TimeOrNull } from '../../rest/openapi/wire.schema';
import { toResourceForm } from '../../rest/openapi/written';

const ProviderKeysResource = component(
  'ProviderKeys',
  Type.Object({
    provider: TextOneOf(KEYED_PROVIDERS),
    source: OrNull(
      Type.Unsafe<'ENTERED' | 'SETTINGS'>(
        Type.String({
          enum: ['ENTERED', 'SETTINGS'],
          description: 'Entered by an administrator, or from the settings; null: not set.',
        }),
      ),
    ),
    set_at: TimeOrNull,
    keys: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        is_secret: Type.Boolean(),
        is_long: Type.Boolean({ description: 'A text of several lines.' }),
        is_required: Type.Boolean(),
        is_set: Type.Boolean(),
        last_four: TextOrNull,
      }),
    ),
  }),
);

/** Body of `PUT /admin/providers/{provider}`. */
export class ProviderKeysBody {
  @Documented({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: PROVIDER_KEY_LENGTH_MAX },
    description: 'Each key by its name: `GET /admin/providers` lists the names.',
  })
  @IsObject({ message: 'keys must be an object' })
  keys!: Record<string, string>;
}

/** The keys with which this installation enters the providers, for administrators. */
@ApiTags('Administration')
@Controller('admin/providers')
export class ProviderKeysController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the providers and which of their keys are set',
    description: 'Keys themselves are never shown.',
    scopes: 'administrator',
    answer: Type.Object({ data: Type.Array(ProviderKeysResource) }),
  })
  async list(@Granted() access: Access) {
    const options = { access, key: access.userId };
    const { providers } = await this.commands.ask(ListProviderKeys, {}, options);
    return { data: providers.map(shown) };
  }

  @Put(':provider')
  @ApiParam({ name: 'provider', enum: KEYED_PROVIDERS })
  @Endpoint({
    summary: 'Enter the keys of a provider',
    description:
      'They are checked with a call to the provider, and stored encrypted only if it accepts them. They are in force ' +
      'without a restart. A key that is left out keeps its entered value.',
    scopes: 'administrator',
    of: 'resource',
    answer: changed('The keys are in force.', ProviderKeysResource),
  })
  async set(
    @Granted() access: Access,
    @Param('provider') name: string,
    @Body() { keys }: ProviderKeysBody,
    @Ip() address: string,
  ) {
    const provider = providerNamed(name);
    requireTexts(keys);
    const options = { access, key: provider, callsOut: true } as const;
    const result = await this.commands.change(SetProviderKeys, { provider, keys }, options);
    await this.record(access, address, 'PROVIDER_KEYS_SET', provider);
    return { message: 'The keys are in force.', data: shown(result) };
  }

  @Delete(':provider')
  @ApiParam({ name: 'provider', enum: KEYED_PROVIDERS })
  @Endpoint({
    summary: 'Remove the entered keys of a provider',
    description:
      'Keys from the settings count again, if there are any. Otherwise its connections stop syncing.',
    scopes: 'administrator',
    of: 'resource',
    answer: changed('The keys are removed.', ProviderKeysResource),
  })
  async remove(@Granted() access: Access, @Param('provider') name: string, @Ip() address: string) {
    const provider = providerNamed(name);
    const options = { access, key: provider };
    const result = await this.commands.change(RemoveProviderKeys, { provider }, options);
    await this.record(access, address, 'PROVIDER_KEYS_REMOVED', provider);
    return { message: 'The keys are removed.', data: shown(result) };
  }

  private record(
    { userId: administratorId }: Access,
    address: string,
    act: 'PROVIDER_KEYS_SET' | 'PROVIDER_KEYS_REMOVED',
    subject: KeyedProvider,
  ): Promise<void> {
    return recordAdministration(this.database, { administratorId, address, act, subject });
  }
}

/** @throws Problem (not_found) */
function providerNamed(name: string): KeyedProvider {
  const provider = KEYED_PROVIDERS.find((one) => one === name);
  if (!provider) throw Problem.notFound();
  return provider;
}

const KEYS_MAX = 20;

/** @throws Problem (invalid) naming the first key that is no text, or is too long */
function requireTexts(keys: Readonly<Record<string, unknown>>): void {
  if (Object.keys(keys).length > KEYS_MAX) throw Problem.invalid({ keys: ['These are too many keys.'] });
  for (const [name, value] of Object.entries(keys)) {
    const isFit = typeof value === 'string' && value.length <= PROVIDER_KEY_LENGTH_MAX;
    if (!isFit) throw Problem.invalid({ keys: [`${name.slice(0, 100)} must be a text.`] });
  }
}

function shown({ provider, source, setAt, keys }: ProviderKeys) {
  return toResourceForm(ProviderKeysResource, {
    provider,
    source,
    set_at: setAt,
    keys: keys.map((key) => ({
      name: key.name,
      label: key.label,
      is_secret: key.isSecret,
      is_long: key.isLong,
      is_required: key.isRequired,
      is_set: key.isSet,
      last_four: key.lastFour,
    })),
  });
}
