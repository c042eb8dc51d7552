import { stoppingWithCostlyInput } from './a-costly-input.attacks';
import { stoppingWithServers } from './a-hostile-servers.attacks';
import { stoppingWithRequests } from './a-requests.attacks';
import { stoppingWithRules } from './a-rules.attacks';
import { takingEverything } from './a-shares.attacks';
import type { AttackedSystem } from './attacked-system';
import { carryingMore } from './b-links.attacks';
import { seeingMore } from './b-sight.attacks';
import { consentOfOthers } from './c-consent.attacks';
import { outlivingGrants } from './c-grants.attacks';
import { drivingLinks } from './c-links.attacks';
import { guessingAndFlooding } from './d-flooding.attacks';
import { betweenParts } from './e-parts.attacks';
import { wrongAnswers } from './f-answers.attacks';
import { foundations } from './foundations.attacks';
import { usingSessionsOfOthers } from './g-sessions.attacks';
import { losingAdministrators } from './h-administration.attacks';
import { abusingFiles } from './h-files.attacks';
import { stoppingWithSettlements } from './h-settlement.attacks';
import { outlivingRecovery } from './h-recovery.attacks';

/** The attacks of one section of `docs/explanation/security.md`: declares their tests, which create their own users. */
export interface Attack {
  readonly title: string;
  readonly attack: (system: () => AttackedSystem) => void;
}

export const ATTACKS: readonly Attack[] = [
  { title: 'the system under attack', attack: foundations },
  { title: 'A. stopping everybody with rules', attack: stoppingWithRules },
  { title: 'A. stopping everybody with requests', attack: stoppingWithRequests },
  { title: 'A. stopping everybody with costly input', attack: stoppingWithCostlyInput },
  { title: 'A. taking what is there for everybody', attack: takingEverything },
  { title: 'A. stopping everybody with settlements', attack: stoppingWithSettlements },
  { title: 'A. stopping everybody with servers of their own', attack: stoppingWithServers },
  { title: 'B. seeing what was not granted', attack: seeingMore },
  { title: 'B. what links carry', attack: carryingMore },
  { title: 'C. consent that somebody else began', attack: consentOfOthers },
  { title: 'C. what outlives its grant', attack: outlivingGrants },
  { title: 'C. driving links', attack: drivingLinks },
  { title: 'D. guessing and flooding', attack: guessingAndFlooding },
  { title: 'E. between our own parts', attack: betweenParts },
  { title: 'F. answers', attack: wrongAnswers },
  { title: 'G. sessions of others', attack: usingSessionsOfOthers },
  { title: 'H. losing the administrators', attack: losingAdministrators },
  { title: 'H. abusing files', attack: abusingFiles },
  { title: 'H. what outlives a recovery', attack: outlivingRecovery },
];
