import type { Query } from '@marquee/data/database';
import { facts, type ServiceInvariants } from '@marquee/data/invariants';
import { ledgerInvariants } from '@marquee/ledger/invariants';

export const invariants: ServiceInvariants = {
  // That an address has one account, and a session an account, are constraints of the tables.
  invariants: ledgerInvariants,
  owns: {
    profile: facts(
      `SELECT id, CASE WHEN closing_at IS NULL THEN first_name || ' ' || last_name || ' ' || profile_picture ELSE '  ' END
         AS value
       FROM accounts`,
    ),
    'ended session': facts("SELECT id, 'ended' AS value FROM sessions WHERE ended_at IS NOT NULL"),
    block: facts("SELECT id, blocker_id || ' ' || blocked_id AS value FROM blocks WHERE ended_at IS NULL"),
    challenge: facts('SELECT id, generation::text AS value FROM challenges'),
  },
  copies: {},
};

/** Those of these e-mail addresses that have an account. */
export async function accountsOnRecord(query: Query, emails: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ email: string }>('SELECT email FROM accounts WHERE email = ANY($1)', [emails]);
  return new Set(rows.map(({ email }) => email));
}

export type SessionOnRecord = { isEnded: boolean };

/** The session that each of these challenges led to, by the challenge's id. */
export async function sessionsOnRecord(
  query: Query,
  challengeIds: readonly string[],
): Promise<Map<string, SessionOnRecord>> {
  const rows = await query<{ id: string; isEnded: boolean }>(
    `SELECT c.id, s.ended_at IS NOT NULL AS is_ended
     FROM challenges c JOIN sessions s ON s.id = c.session_id WHERE c.id = ANY($1)`,
    [challengeIds],
  );
  return new Map(rows.map(({ id, isEnded }) => [id, { isEnded }]));
}
