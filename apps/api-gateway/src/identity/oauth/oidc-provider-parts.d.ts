/** Parts of oidc-provider, which has types for its entry module alone. */
declare module 'oidc-provider/lib/provider.js' {
  export { default as Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider';
  export = errors;
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider';
  export = interactionPolicy;
}
