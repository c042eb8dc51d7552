import { PROVIDER_B } from '../../provider-b.subject';
import { describeConformance } from '../provider.conformance';

describeConformance(PROVIDER_B);
