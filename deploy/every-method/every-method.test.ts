// What holds for every method, from the descriptors of the contracts, over running services. A new method is covered by
// being in the contracts, and fails here until scene.ts and requests.ts can make a request of it that succeeds.
// @inputs proto packages services
import { testAccess } from './access.ts';
import { testRequestsAtOnce } from './at-once.ts';
import { testAudit } from './audit.ts';
import { testBadInput } from './bad-input.ts';
import { testMessages } from './messages.ts';
import { testRepeatedRequests } from './repeat.ts';
import { forgetOlderRows } from './rows-about.ts';
import { START_MS_MAX, startServices } from './running-services.ts';
import { testSomebodyElses } from './somebody-elses.ts';
import { testUnusualTexts } from './unusual-texts.ts';

beforeAll(startServices, START_MS_MAX);
beforeEach(forgetOlderRows);

testAccess();
testRepeatedRequests();
testAudit();
testRequestsAtOnce();
testSomebodyElses();
testBadInput();
testUnusualTexts();
testMessages();
