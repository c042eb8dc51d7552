import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TypeGuard, Type } from '@sinclair/typebox';
import {
  ALL_DESTINATIONS,
  AnyDestination,
  CredentialField,
  DESTINATION_TYPES,
  pathOf,
  snakeCase,
} from '@tributary/contracts';
import { dataOf } from '@tributary/http';
import { component } from '../../rest/openapi/components';
import { Endpoint } from '../../rest/openapi/endpoint';
import { OrNull, Text, TextOneOf } from '../../rest/openapi/wire.schema';

const FORMS = ['secret', 'token', 'address', 'texts'] as const satisfies readonly CredentialField['form'][];
const Positive = Type.Integer({ minimum: 1 });

const DestinationInput = Type.Object({
  name: Type.String({ description: 'The member of the body that connects.' }),
  form: TextOneOf(FORMS),
  required: Type.Boolean(),
  beside_link: Type.Boolean({ description: 'Whether it is also sent with `redirect_url`.' }),
  description: OrNull(Text),
  length_max: Positive,
  items_max: OrNull(Positive),
});
const Level = Type.Object({
  name: Text,
  plural: Text,
  path: Type.String({ description: 'The segment of its paths.' }),
});

/** The fields of a form that connects a kind of destination. */
const DestinationKindInputs = component(
  'DestinationKind',
  Type.Object({
    type: TextOneOf(DESTINATION_TYPES),
    path: Type.String({ description: 'The segment of its paths: `/destinations/{path}/connections`.' }),
    summary: Text,
    description: Text,
    by_link: Type.Boolean({ description: 'Whether users can grant access by a link (`redirect_url`).' }),
    inputs: Type.Array(DestinationInput),
    unit: Level,
    target: Level,
    has_categories: Type.Boolean({
      description: 'Whether its connections list categories, which links can map the user’s own to.',
    }),
  }),
);

const KINDS = ALL_DESTINATIONS.map(shown);

@ApiTags('Destinations')
@Controller('destinations/kinds')
export class KindsController {
  @Get()
  @Endpoint({
    summary: 'List the kinds of destinations, with what connects them',
    scopes: ['destinations:read'],
    answer: dataOf(Type.Array(DestinationKindInputs)),
  })
  list() {
    return { data: KINDS };
  }
}

function shown(one: AnyDestination) {
  const { summary, description, credentials, besideLink } = one.connect;
  return {
    type: one.type,
    path: pathOf(one),
    summary,
    description,
    by_link: besideLink !== undefined,
    inputs: Object.entries(credentials).map(([name, field]) => ({
      name: snakeCase(name),
      form: field.form,
      required: !TypeGuard.IsOptional(field.schema),
      beside_link: besideLink?.includes(name) ?? false,
      description: field.description ?? null,
      length_max: field.lengthMax,
      items_max: field.form === 'texts' ? field.items.max : null,
    })),
    unit: level(one.unit),
    target: level(one.target),
    has_categories: one.hasCategories,
  };
}

function level({ name, plural }: AnyDestination['unit']) {
  return {
    name: name.replaceAll('_', ' '),
    plural: plural.replaceAll('_', ' '),
    path: plural.replaceAll('_', '-'),
  };
}
