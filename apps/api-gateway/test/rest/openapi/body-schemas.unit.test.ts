import '../../../src/api/accounts/account-config.bodies';
import '../../../src/api/tokens/token.bodies';
import '../../../src/api/webhook-endpoints/webhook-endpoint.bodies';
import { bodySchemas } from '../../../src/rest/openapi/body-schemas';

const schemas = bodySchemas();

describe('the schema of a body, from its validators', () => {
  it('has the bounds of whole numbers, as whole numbers', () => {
    expect(schemas['AccountConfigBody']).toMatchObject({
      properties: { pending_settlement_max_days: { type: 'integer', minimum: 0, maximum: 60 } },
    });
  });

  it('requires mandatory members, and allows null where the validators do', () => {
    expect(schemas['CreateTokenBody']).toMatchObject({
      required: ['name', 'scopes', 'financial_accounts'],
      properties: { name: { type: 'string' }, scopes: { type: ['array', 'null'] } },
    });
    expect(schemas['UpdateWebhookEndpointBody']?.required).toBeUndefined();
  });

  it('allows no other members', () => {
    for (const schema of Object.values(schemas))
      expect(schema).toMatchObject({ additionalProperties: false });
  });
});
