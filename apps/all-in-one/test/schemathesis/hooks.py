"""What Schemathesis must know about a client: which token is its own, and that a key is used once."""

import os
import uuid

import schemathesis

OWN_TOKEN_ID = os.environ["OWN_TOKEN_ID"]
NO_TOKEN_ID = "800000001"
KEY = "Idempotency-Key"
KEY_LENGTH_MAX = 255


@schemathesis.hook
def before_call(context, case, kwargs):
    # Without its own token all further answers would be 401.
    parameters = case.path_parameters or {}
    if str(parameters.get("tokenId")) == OWN_TOKEN_ID and case.method.upper() != "GET":
        parameters["tokenId"] = NO_TOKEN_ID
    # A key that was used for another request is refused: one that is right is made new.
    key = (case.headers or {}).get(KEY)
    if isinstance(key, str) and 0 < len(key) <= KEY_LENGTH_MAX:
        case.headers[KEY] = uuid.uuid4().hex
