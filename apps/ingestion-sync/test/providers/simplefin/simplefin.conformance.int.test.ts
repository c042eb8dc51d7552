import { describeConformance } from '../provider.conformance';
import { SIMPLEFIN } from './simplefin.subject';

describeConformance(SIMPLEFIN);
