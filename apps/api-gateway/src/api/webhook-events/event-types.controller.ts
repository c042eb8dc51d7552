import { Type } from '@sinclair/typebox';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CanonicalEvent,
  EVENT_TYPES,
  FULL_VIEW,
  nameIn,
  PAYLOAD_VERSIONS,
  sampleBody,
  scopesOf,
} from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import { Endpoint } from '../../rest/openapi/endpoint';
import { TextOneOf } from '../../rest/openapi/wire.schema';
import { WebhookEventBody } from '../../rest/openapi/webhook-payloads';

const EventType = component(
  'EventType',
  Type.Object({
    type: Type.String({ description: 'Its name in payload version v2.' }),
    scopes: Type.Array(Type.String(), { description: 'What a token needs to read all of it.' }),
    samples: Type.Array(
      Type.Object({
        payload_version: TextOneOf(PAYLOAD_VERSIONS),
        body: WebhookEventBody,
      }),
      { description: 'What an endpoint receives, with invented values, in each payload version.' },
    ),
  }),
);

const TYPES = Object.keys(EVENT_TYPES) as CanonicalEvent[];

/** Every type of event, for those who write a program against them. */
@ApiTags('Account: Webhooks')
@Controller('events/types')
export class EventTypesController {
  @Get()
  @Endpoint({
    summary: 'List every type of event with a sample of it',
    scopes: 'open',
    answer: Type.Object({ data: Type.Array(EventType) }),
  })
  list() {
    return {
      data: TYPES.map((type) => ({
        type,
        scopes: scopesOf(type),
        samples: PAYLOAD_VERSIONS.map((version) => ({
          payload_version: version,
          body: sampleBody(nameIn(version, type), version, FULL_VIEW),
        })),
      })),
    };
  }
}
