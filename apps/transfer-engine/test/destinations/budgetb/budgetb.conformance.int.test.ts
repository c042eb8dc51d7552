import { describeActual } from '@tributary/testing';
import { describeDestination } from '../conformance/destination.conformance';
import { ACTUAL } from './actual-peer.fixture';

describeActual('BUDGETB, a real Actual server,', () => describeDestination(ACTUAL));
