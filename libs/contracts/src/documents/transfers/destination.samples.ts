import { AnyDestination, ofEachDestination, parentMember } from '../../destinations/destinations';
import { CATEGORY_KIND, DestinationResource } from './destination.documents';
import { SAMPLE_TIME, sampleHealth } from '../samples';

function resource(kind: string, id: number, document: object): DestinationResource {
  const row = { id, version: 1, deleted: false, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
  return { ...row, kind, document } as DestinationResource;
}

/** A connection with one unit and one target, in invented values. */
function sampleDestination(descriptor: AnyDestination) {
  const { type: destinationType, unit, target, sample } = descriptor;
  const [connectionId, unitId, targetId] = sample.ids;
  const { name, ...facts } = sample.connection;
  const connection = {
    name,
    enabled: true,
    sync_balances: false,
    budgeta_user_id: null,
    last_synced_at: SAMPLE_TIME,
    health: sampleHealth,
    auth_url: null,
    authorized: true,
    ...facts,
  };
  const [ofUnit, ofTarget] = [parentMember(descriptor, 'unit'), parentMember(descriptor, 'target')];
  const shared = { enabled: true, name: sample.unit.name, last_synced_at: SAMPLE_TIME };
  return {
    userId: 1,
    connectionId,
    destinationType,
    resources: [
      resource('CONNECTION', connectionId, connection),
      resource(unit.kind, unitId, { [ofUnit]: connectionId, ...shared, ...sample.unit }),
      resource(target.kind, targetId, { [ofTarget]: unitId, ...sample.target, health: sampleHealth }),
      ...(sample.category === undefined
        ? []
        : [
            resource(CATEGORY_KIND, targetId, {
              unit_id: unitId,
              ...sample.category,
              hidden: false,
              gone_at: null,
            }),
          ]),
    ],
  };
}

/** A sample of each destination, by type. */
export const SAMPLE_DESTINATIONS = ofEachDestination(sampleDestination);
