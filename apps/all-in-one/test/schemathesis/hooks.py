"""What Schemathesis must know about a client: which token is its own, and that a key is used once."""

import os
import uuid

import schemathesis

OWN_TOKEN_ID = os.environ["OWN_TOKEN_ID"]
UNKNOWN_ID = "800000001"
KEY = "Idempotency-Key"
KEY_LENGTH_MAX = 255


@schemathesis.hook
def before_call(context, case, kwargs):
    # Without its own token all further answers would be 401.
    parameters = case.path_parameters or {}
    # An account by hand has an empty connection id: with an empty segment the path is that of another route.
    for name in [name for name, value in parameters.items() if value == ""]:
        parameters[name] = UNKNOWN_ID
    if str(parameters.get("tokenId")) == OWN_TOKEN_ID and case.method.upper() != "GET":
        parameters["tokenId"] = UNKNOWN_ID
    # A key that was used for another request is refused: one that is right is made new.
    key = (case.headers or {}).get(KEY)
    if isinstance(key, str) and 0 < len(key) <= KEY_LENGTH_MAX:
        case.headers[KEY] = uuid.uuid4().hex
