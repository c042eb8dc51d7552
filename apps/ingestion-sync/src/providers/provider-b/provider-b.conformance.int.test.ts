import { PROVIDER_B } from '../../testing/provider-b.subject';
import { describeConformance } from '../provider.conformance';

describeConformance(PROVIDER_B);
