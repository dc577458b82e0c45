import { invariant, type ServiceInvariants } from '@marquee/data/invariants';

export const invariants: ServiceInvariants = {
  invariants: [
    invariant(
      'organization',
      'an active organization has a director',
      `SELECT 'organization ' || id || ' is active without a director' AS violation
       FROM organizations WHERE status = 'ACTIVE' AND director_id IS NULL`,
    ),
    invariant(
      'event',
      'an event at a venue is at one of its own organization',
      `SELECT 'event ' || e.id || ' is at a venue of another organization' AS violation
       FROM events e JOIN venues v ON v.id = e.venue_id WHERE v.festival_id <> e.festival_id`,
    ),
  ],
  owns: {},
  copies: {},
};
