import { PresentUser } from '../provider.port';

const HEADERS: Readonly<Record<keyof PresentUser, string>> = {
  ipAddress: 'Psu-Ip-Address',
  userAgent: 'Psu-User-Agent',
  referer: 'Psu-Referer',
  accept: 'Psu-Accept',
  acceptCharset: 'Psu-Accept-Charset',
  acceptEncoding: 'Psu-Accept-Encoding',
  acceptLanguage: 'Psu-Accept-language',
  geoLocation: 'Psu-Geo-Location',
};

/** What is known of the present user, under the names that institutions ask for. */
export function userHeaders(user: PresentUser): Record<string, string> {
  return Object.fromEntries(
    Object.entries(HEADERS).flatMap(([member, header]) => {
      const value = user[member as keyof PresentUser];
      return value === undefined ? [] : [[header, value]];
    }),
  );
}
