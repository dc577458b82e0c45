import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type SubjectOwners, subjectOwners } from './subject-owners.ts';

type Clients = Parameters<typeof subjectOwners>[0];

const at = timestampFromDate(new Date('2026-11-20T09:00:00Z'));
const event = { name: 'Opening', startTime: at, endTime: at, timeZone: 'Europe/Lisbon' };
const mail = { email: 'ada@example.com', firstName: 'Ada', language: 'en' };

/** Each message: whom it is asked of, what is answered, and the answers after which nothing is sent. */
const MESSAGES: [Exclude<keyof SubjectOwners, 'reportBounce'>, keyof Clients, string, object, object[]][] = [
  [
    ...(['challenge', 'identity', 'revealChallenge'] as const),
    { email: 'ada@example.com', purpose: 'SIGN_IN', startedAt: at, expiresAt: at },
    [{ ended: true }, { startedAt: undefined }, { expiresAt: undefined }],
  ],
  ['crewInvitation', 'film', 'getCreditInvitation', { email: 'ada@example.com' }, [{ ended: true }]],
  ['creditRequest', 'film', 'getCreditRequest', { accountId: 'a' }, [{ ended: true }]],
  ['filmDecision', 'moderation', 'getFilmDecision', { accountId: 'a', kind: 1 }, [{ ended: true }]],
  ['submissionDecision', 'decisions', 'getSentDecision', { makerId: 'a' }, [{ makerId: '' }]],
  ['judgeInvitation', 'judges', 'getJudgeInvitation', { email: 'ada@example.com' }, [{ ended: true }]],
  [
    ...(['accountExport', 'ownData', 'getExportMail'] as const),
    { email: 'ada@example.com', expiresAt: at },
    [{ ended: true }, { expiresAt: undefined }],
  ],
  [
    ...(['accountClosing', 'ownData', 'getClosingMail'] as const),
    { email: 'ada@example.com', keepUntil: at, doneBy: at },
    [{ ended: true }, { keepUntil: undefined }, { doneBy: undefined }],
  ],
  [
    ...(['ticketInvitation', 'gifts', 'getTicketInvitation'] as const),
    { email: 'ada@example.com', event },
    [{ ended: true }, { event: undefined }],
  ],
];

test.each(MESSAGES)(
  'of %s nothing is sent once its subject has ended',
  async (name, owner, method, answer, endings) => {
    const ask = async (changed: object, address: object = mail) => {
      const neighbours = {
        people: { getMailAddress: async () => address },
        [owner]: { [method]: async () => ({ ...answer, ...changed }) },
      };
      const owners = subjectOwners(neighbours as unknown as Clients);
      return (owners[name] as (id: string) => Promise<{ to: string } | undefined>)('id');
    };
    expect(await ask({})).toMatchObject({ to: 'ada@example.com' });
    for (const ending of endings) expect([ending, await ask(ending)]).toEqual([ending, undefined]);
    // An account that can get no mail gets none.
    if (!('email' in answer)) expect(await ask({}, { ...mail, email: '' })).toBeUndefined();
  },
);
