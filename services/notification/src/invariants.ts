import { facts, invariant, type ServiceInvariants } from '@marquee/data/invariants';

export const invariants: ServiceInvariants = {
  invariants: [
    invariant(
      'message',
      'every message is sent',
      "SELECT kind || ' ' || subject_id || ' is not sent' AS violation FROM deliveries WHERE state = 'WAITING'",
    ),
    invariant(
      'message',
      'every event that people are notified of is planned',
      "SELECT kind || ' ' || event_key || ' is not planned' AS violation FROM notice_events WHERE state = 'WAITING'",
    ),
    // Of what the development inbox received.
    invariant(
      'message',
      'no message is sent twice',
      `SELECT 'the same message to ' || address || ' was sent ' || count(*) || ' times' AS violation
       FROM dev_inbox_messages GROUP BY address, subject, text, links, code HAVING count(*) > 1`,
    ),
  ],
  owns: {},
  copies: {
    challenge: facts(
      `SELECT subject_id AS id, max(generation)::text AS value FROM deliveries WHERE kind = 'CHALLENGE'
       GROUP BY subject_id`,
    ),
  },
};
