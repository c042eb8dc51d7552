import { PresentUser } from '../../provider.port';

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

/** The data of the present user, under the names that institutions require. */
export function userHeaders(user: PresentUser): Record<string, string> {
  return Object.fromEntries(
    Object.entries(HEADERS).flatMap(([member, header]) => {
      const value = user[member as keyof PresentUser];
      return value === undefined ? [] : [[header, value]];
    }),
  );
}
