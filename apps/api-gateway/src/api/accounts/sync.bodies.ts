import { Documented, IfSent, IsFlag } from '@tributary/http';

/** Body of `POST /finance/accounts/{id}/sync` and `POST /finance/connections/{id}/sync`; may be left out. */
export class SyncBody {
  /** The client must say so: we cannot know, and requests to a bank must not name a user who is not present. */
  @IfSent()
  @Documented({
    description:
      'A user requests it right now, from the address that the request comes from. Some institutions do not count ' +
      'such a sync; they get the address and the browser. Timers must never send it.',
  })
  @IsFlag()
  user_present?: boolean;
}
