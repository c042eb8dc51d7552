import * as errors from 'oidc-provider/lib/helpers/errors.js';
import * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider } from 'oidc-provider/lib/provider.js';

/**
 * The parts of `oidc-provider` that we use, without its entry module: that one warns at every start on Node 20, with which
 * the library works and all suites are run.
 */
export { errors, interactionPolicy, Provider };
