import { applyDecorators } from '@nestjs/common';
import { Documented } from '@tributary/http';
import { Matches, MaxLength } from 'class-validator';

/**
 * Beginning of a web address with a host and without credentials. The service that sends the browser there checks
 * the rest of the address.
 */
export const WEB_ADDRESS = /^https?:\/\/[^/?#@\\\s]+/;

const URL_LENGTH_MAX = 1024;

/** Validates and documents the member with the web address to which the browser goes at the end of a setup. */
export const IsRedirectUrl = () =>
  applyDecorators(
    Documented({
      type: 'string',
      format: 'uri',
      description: 'Where the user’s browser ends up; `connection_id` and `outcome` are added to its query.',
    }),
    Matches(WEB_ADDRESS, { message: '$property must be a web address (http or https)' }),
    MaxLength(URL_LENGTH_MAX, { message: `$property must have at most ${URL_LENGTH_MAX} characters` }),
  );
